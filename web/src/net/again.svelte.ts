/** A change that the server allows only to who has just signed in: asks for that, once. */

let open = $state(false);
let done: ((signedIn: boolean) => void) | null = null;

export const again = {
  /** True while the person is asked. */
  get open(): boolean {
    return open;
  },
  /** Ask the person to sign in again; true when they have. */
  ask(): Promise<boolean> {
    done?.(false);
    open = true;
    return new Promise((answer) => (done = answer));
  },
  /** They have signed in, or closed the question. */
  answer(signedIn: boolean): void {
    open = false;
    done?.(signedIn);
    done = null;
  },
};
