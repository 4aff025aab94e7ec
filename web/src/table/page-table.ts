/** A table that this page makes itself: a lesson, a puzzle, a deal that is played on. */

import type { Answer, Command, Connection, LinkEvents } from '../net/socket';
import type * as Wire from '../wire/types';

export abstract class PageTable implements Connection {
  protected events: LinkEvents | null = null;
  protected seq = 0;

  /** Made the link of a table's session. */
  connect(events: LinkEvents): Connection {
    this.events = events;
    return this;
  }

  abstract start(): void;
  abstract refresh(): void;
  abstract send(command: Command): Promise<Answer>;

  stop(): void {
    this.events = null;
  }

  /** Set the table up anew. */
  protected set(you: Wire.You, table: Wire.Snapshot['table'], ask: Wire.Snapshot['ask']): void {
    const seq = (this.seq += 1);
    this.events?.snapshot({ type: 'snapshot', seq, at: Date.now(), you, table, ask });
  }
}
