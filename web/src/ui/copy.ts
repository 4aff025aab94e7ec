import { t } from '../i18n';
import { toast } from './announce.svelte';

/** Put a text on the clipboard, and say whether it worked. */
export async function copy(text: string): Promise<void> {
  const done = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : selected(text);
  if (done) toast(t('common.copied'), 'good', 2500);
  else toast(t('common.copy_failed'), 'fault');
}

/** The way for pages on plain http, as on a home network; it also works inside a modal dialog. */
function selected(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  const before = document.activeElement;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
