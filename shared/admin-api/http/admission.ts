/** How many calls of a kind are at work at once, and how many more wait for their turn. */
interface Lane {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}

/**
 * Lets a call in, at once or when its turn comes: gives what ends it. Undefined when too many wait already, or when
 * it does not come in time.
 */
type Admission = () => Promise<(() => void) | undefined>;

/** Calls of one kind, in the order in which they came. */
export function newAdmission({ atOnceMax, waitingMax, waitMsMax }: Lane): Admission {
  const waiting: (() => void)[] = [];
  let atWork = 0;

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) {
      atWork -= 1;
      return;
    }
    // Whoever waited takes the place over: nobody who comes at this moment gets in between.
    next();
  }

  return async () => {
    if (atWork < atOnceMax) {
      atWork += 1;
      return once(release);
    }
    if (waiting.length >= waitingMax) {
      return undefined;
    }
    const isItsTurn = await new Promise<boolean>((resolve) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        resolve(false);
      }, waitMsMax);
      waiting.push(begin);
    });
    return isItsTurn ? once(release) : undefined;
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      act();
    }
  };
}
