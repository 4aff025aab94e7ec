/** Handing a link to somebody: by the phone's share sheet, or else by the clipboard. */

/** Share or copy; true when it was copied, so that the page can say so. Throws when neither works. */
export async function shareLink(url: string, text: string): Promise<boolean> {
  if (canShare()) {
    try {
      await navigator.share({ url, text });
      return false;
    } catch (error) {
      // The person has closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return false;
    }
  }
  await copyText(url);
  return true;
}

export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

/** Copy a text, on plain http too, where browsers have no clipboard for pages. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (!copied) throw new Error('copying is not allowed here');
}
