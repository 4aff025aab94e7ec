let kept = $state(false);

/**
 * Whether pages open without a network on this device: the browser took the worker that keeps them.
 * On plain http, and inside some apps, it does not.
 */
export function worksOffline(): boolean {
  return kept;
}

/** Have this build kept for use without a network, where the browser does that. */
export async function keepPages(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/worker.js');
    await navigator.serviceWorker.ready;
    kept = window.isSecureContext;
  } catch {
    // Everything works but opening pages offline.
  }
}
