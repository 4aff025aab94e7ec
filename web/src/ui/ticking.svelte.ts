/** The time now, for what runs down on the page. Call it while a component is being made. */

export function ticking(runs: () => boolean, every = 250): () => number {
  let now = $state(Date.now());
  $effect(() => {
    if (!runs()) return;
    now = Date.now();
    const timer = setInterval(() => (now = Date.now()), every);
    return () => clearInterval(timer);
  });
  return () => now;
}
