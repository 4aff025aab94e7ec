/** Enter held down presses a button once: its repeats come to whatever has the focus by then. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (!event.repeat || event.key !== 'Enter') return;
  if (event.target instanceof Element && event.target.closest('input, textarea')) return;
  event.preventDefault();
  event.stopPropagation();
}
