/** A file of the page that did not come. By the standard of HTML, a module that failed is not asked
 * for again as long as the page lives, so only a page that is loaded anew surely has it. */

const KEY = 'gongzhu.file_lost';
/** Milliseconds in which a page reloads itself once at most: after that the person is asked. */
const ONCE_IN = 60_000;
/** Milliseconds after which the server is taken to be out of reach. */
const PATIENCE = 3000;

let asking = $state(false);

export const lostFile = {
  /** True while the person is told that a part of the page is missing. */
  get open(): boolean {
    return asking;
  },
  close(): void {
    asking = false;
  },
};

/** Reload the page where that is known to help; else tell the person, who may do it later. */
export async function fileLost(
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => sessionStorage,
  reload: () => void = () => location.reload(),
): Promise<void> {
  if (firstInAWhile(storage) && (await serverAnswers())) reload();
  else asking = true;
}

function firstInAWhile(storage: () => Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    const before = Number(storage().getItem(KEY) ?? 0);
    if (Date.now() - before < ONCE_IN) return false;
    storage().setItem(KEY, String(Date.now()));
    return true;
  } catch {
    // Without storage nobody would know that it has been tried.
    return false;
  }
}

async function serverAnswers(): Promise<boolean> {
  try {
    const asked = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) };
    return (await fetch('/', asked as RequestInit)).ok;
  } catch {
    return false;
  }
}
