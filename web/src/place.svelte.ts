/** The place within a page, such as a step of a replay, as the page's address has it. */

/** Milliseconds between two writes at least: WebKit refuses 100 of them in 10 seconds. */
const REST = 200;

const nothing = () => undefined;
/** Writes what is not written yet. */
let due: () => void = nothing;
/** When the last was written. */
let last = 0;

/** Keep the address in step with the place that is shown, as long as the caller lives. */
export function keepPlace(place: () => string): void {
  const page = location.pathname;
  $effect(() => {
    const to = place();
    if (to === '') return;
    const write = () => {
      settle();
      // The next page is on its way, and the address is its own.
      if (location.pathname !== page) return;
      last = Date.now();
      try {
        history.replaceState(history.state, '', to);
      } catch {
        // Too many all the same: the address stays behind.
      }
    };
    // Not longer than that, even if the clock is put back.
    const timer = setTimeout(write, Math.min(REST, last + REST - Date.now()));
    const settle = () => {
      clearTimeout(timer);
      if (due === write) due = nothing;
    };
    due = write;
    return settle;
  });
}

/** Write at once what is to be written: the page is left. */
export function writePlace(): void {
  due();
}
