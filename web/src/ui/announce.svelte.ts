/** What screen readers are told, and the short notes at the edge of the page. */

import { faultText } from '../net/api';

export interface Note {
  id: number;
  text: string;
  kind: 'info' | 'good' | 'fault';
}

let last = 0;
const spoken = $state({ polite: '', assertive: '' });
const notes: Note[] = $state([]);

/** Say a text to screen readers; the same text twice is said twice. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  // A trailing no-break space makes a repeated text a new one.
  spoken[urgency] = spoken[urgency] === text ? `${text}\u00a0` : text;
}

/** Show a short note for a while; it is read out as well. */
export function toast(text: string, kind: Note['kind'] = 'info', milliseconds = 5000): void {
  const id = ++last;
  // The same again is the same note, for longer.
  const before = notes.find((note) => note.text === text && note.kind === kind);
  if (before) before.id = id;
  else notes.push({ id, text, kind });
  announce(text, kind === 'fault' ? 'assertive' : 'polite');
  setTimeout(() => dismiss(id), milliseconds);
}

/** Show in a note what went wrong; nothing is left to be said elsewhere. */
export function toastFault(error: unknown): string {
  toast(faultText(error), 'fault');
  return '';
}

/** Take a note away. */
export function dismiss(id: number): void {
  const place = notes.findIndex((note) => note.id === id);
  if (place >= 0) notes.splice(place, 1);
}

/** For the components that show them. */
export const said = spoken;
export const shownNotes = notes;
