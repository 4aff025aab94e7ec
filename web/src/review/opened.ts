/** The file that is looked at on the replay page, on its way to its review. */

let opened: File | null = null;

/** Keep a file for the page that comes next. */
export function keepOpened(file: File): void {
  opened = file;
}

/** The file that was kept, once. */
export function takeOpened(): File | null {
  const found = opened;
  opened = null;
  return found;
}
