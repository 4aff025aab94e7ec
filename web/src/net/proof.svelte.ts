/** A change that the server allows only to who has just shown who they are: asks for that, once. */

/** Changes after which a recovery code is void or nobody's, so that it need not be written down. */
const CODE_ENDS = ['/api/me/recovery', '/api/me/sign-out-others', '/api/me/delete'];

let asked: string | null = $state(null);
let done: ((proved: boolean) => void) | null = null;

export const proof = {
  /** True while the person is asked. */
  get open(): boolean {
    return asked !== null;
  },
  /** False where the change that is waiting does away with the recovery code. */
  get codeStays(): boolean {
    return asked !== null && !CODE_ENDS.includes(asked);
  },
  /** Ask the person, before a change at an address under /api; true when they have shown it. */
  ask(path: string): Promise<boolean> {
    done?.(false);
    asked = path;
    return new Promise((answer) => (done = answer));
  },
  /** They have shown it, or closed the question. */
  answer(proved: boolean): void {
    asked = null;
    done?.(proved);
    done = null;
  },
};
