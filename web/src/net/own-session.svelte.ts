/**
 * The session that this page knows to be its own.
 *
 * Over http a cookie may come from somebody else: from another port of the same machine, or from a
 * name beside the server's. So the page keeps the name of each session that it was given where only
 * its own origin can write, and says it with every request; the server believes no other cookie.
 */

interface Question {
  name: string;
  answer: (mine: boolean) => void;
}

const KEY = 'gongzhu.session';
/** Milliseconds for which pages wait for the server. */
const PATIENCE = 5000;
/** What is said where no session is the page's own. */
const NONE = 'none';

let question: Question | null = $state.raw(null);
/** Where the browser keeps nothing, for as long as the page is open. */
let kept = '';
let looked: Promise<void> | null = null;

export const ownSession = {
  /** The question to the person whether a session is theirs, while nobody has answered it. */
  get question(): Question | null {
    return question;
  },

  /** What requests say. */
  get claim(): string {
    return stored() || NONE;
  },

  /** The page was given this session; null: it has ended. */
  keep(session: string | null): void {
    kept = session ?? '';
    try {
      localStorage.setItem(KEY, kept);
    } catch {
      // A browser that keeps nothing.
    }
  },

  /** Wait until it is known whether the session that the browser has is the page's own: as a rule
   * it is, or there is none. Otherwise the person is asked. */
  known(): Promise<void> {
    if (stored() !== '') return Promise.resolve();
    return (looked ??= look());
  },
};

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? kept;
  } catch {
    return kept;
  }
}

async function look(): Promise<void> {
  try {
    const answer = await fetch('/api/me', { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const me = (await answer.json()) as { name: string | null; session: string; certain: boolean };
    if (me.name === null) return;
    if (me.certain || (await ask(me.name))) ownSession.keep(me.session);
  } catch {
    // Without the server nobody is anybody, and the pages say so.
  }
}

async function ask(name: string): Promise<boolean> {
  const mine = await new Promise<boolean>((answer) => (question = { name, answer }));
  question = null;
  return mine;
}
