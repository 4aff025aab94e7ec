import type { HostNotice } from '../wire/types';

const KEY = 'gongzhu.notice';
let closed = $state(remembered());

function remembered(): number {
  try {
    return Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return 0;
  }
}

/** What the host of the server says, unless it was closed on this device. */
export function unread(notice: HostNotice | null | undefined): HostNotice | null {
  return notice && notice.at > closed ? notice : null;
}

/** It was read: it is not shown on this device again. */
export function close(notice: HostNotice): void {
  closed = notice.at;
  try {
    localStorage.setItem(KEY, `${closed}`);
  } catch {
    // Storage is switched off or full: it is closed on this page.
  }
}
