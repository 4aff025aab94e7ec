/** Milliseconds within which a second click at one spot is the second half of a double click. */
export const DOUBLE = 500;
/** Pixels: a finger does not meet the same point twice. */
const NEAR = 20;

/** Tells the second halves of double clicks, whatever has come to lie below the pointer meanwhile. */
export class Clicks {
  #x = 0;
  #y = 0;
  #at = -Infinity;

  /** Take in a click of the page; whether it follows another one at the same spot. */
  again(x: number, y: number, at: number): boolean {
    const again = at - this.#at < DOUBLE && Math.hypot(x - this.#x, y - this.#y) < NEAR;
    [this.#x, this.#y, this.#at] = [x, y, at];
    return again;
  }
}
