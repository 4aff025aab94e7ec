/** What moves over the table: cards on their way, figures that rise, stamps. All of it can be hurried. */

/** A place in the window, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Thing {
  kind: 'card' | 'back' | 'figure' | 'stamp' | 'ring' | 'dim' | 'headline';
  /** Where it stands when nothing is done to it. */
  box: Box;
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
  card?: string;
  text?: string;
  tone?: 'gain' | 'loss' | 'brass';
  /** Points that a headline counts up, and the milliseconds until it begins and that it takes. */
  count?: { from: number; to: number; wait: number; time: number };
}

export class Stage {
  things: readonly (Thing & { id: number })[] = $state.raw([]);
  #last = 0;
  #running: readonly Animation[] = [];

  add(...things: readonly Thing[]): void {
    this.things = [...this.things, ...things.map((thing) => ({ ...thing, id: ++this.#last }))];
  }

  /** Play the part of a thing on its element; afterwards it is gone. */
  run(id: number): (element: Element) => () => void {
    return (element) => {
      const thing = this.things.find((each) => each.id === id);
      if (!thing) return () => {};
      const animation = this.move(element, thing.frames, { fill: 'both', ...thing.timing });
      const gone = () => (this.things = this.things.filter((each) => each.id !== id));
      animation.finished.then(gone, () => {});
      return () => animation.cancel();
    };
  }

  /** Move an element of the page; where it stands does not change. */
  move(element: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): Animation {
    const animation = element.animate(frames, timing);
    this.#running = [...this.#running, animation];
    const done = () => void (this.#running = this.#running.filter((each) => each !== animation));
    animation.finished.then(done, done);
    return animation;
  }

  /** Bring everything to its end now. */
  finish(): void {
    for (const animation of this.#running) animation.finish();
    this.things = [];
  }
}
