import { t } from '../i18n';
import { byHand } from './by-hand.svelte';
import { toast } from './announce.svelte';

/** Put a text on the clipboard and say so; where the browser refuses, show it to be copied by hand. */
export async function copy(text: string): Promise<void> {
  if ((await written(text)) || selected(text)) toast(t('common.copied'), 'good', 2500);
  else byHand.show(text);
}

/**
 * Hand a link to somebody: by the phone's own menu, or else by the clipboard. A person who closes
 * that menu wants neither.
 */
export async function share(url: string, text: string): Promise<void> {
  if (canShare()) {
    try {
      await navigator.share({ url, text });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  await copy(url);
}

/** Whether the browser says that it can share; it may refuse all the same. */
export function canShare(): boolean {
  return !inWeChat() && typeof navigator.share === 'function';
}

/** Whether this is the browser inside WeChat: pages may not share there, but its own menu can. */
export function inWeChat(): boolean {
  return /MicroMessenger/i.test(navigator.userAgent);
}

async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // On plain http there is none; elsewhere it may be forbidden.
    return false;
  }
}

/** The way for pages on plain http, as on a home network; it also works inside a modal dialog. */
function selected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  const before = document.activeElement;
  const dialogs = document.querySelectorAll('dialog[open]');
  (dialogs[dialogs.length - 1] ?? document.body).append(area);
  area.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // Some browsers throw where others return false.
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
