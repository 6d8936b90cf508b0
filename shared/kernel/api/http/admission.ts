/** Lets a call in, at once or in its turn: gives what ends it. Undefined when too many wait, or for too long. */
type Admission = () => Promise<(() => void) | undefined>;

/** Calls of one kind, in the order in which they came. */
export function newAdmission({
  atOnceMax,
  waitingMax,
  waitMsMax,
}: {
  readonly atOnceMax: number;
  readonly waitingMax: number;
  readonly waitMsMax: number;
}): Admission {
  const waiting: (() => void)[] = [];
  let atWork = 0;

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) {
      atWork -= 1;
      return;
    }
    // The waiting caller takes the place before any new one.
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

/** How many calls of one caller are taken: so many at once, and then so many a second. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes a call of a caller at a moment (Unix milliseconds): 0, or the seconds after which to ask again. */
export type Rates = (caller: string, nowMs: number) => number;

/** Callers that are remembered; who has not called for long has their whole burst again. */
const callersMax = 1_000;

export function newRates({ perSecond, burst }: Rate): Rates {
  const left = new Map<string, { readonly calls: number; readonly atMs: number }>();
  return (caller, nowMs) => {
    const { calls: before, atMs } = left.get(caller) ?? { calls: burst, atMs: nowMs };
    // A clock set back neither grants nor takes calls.
    const calls = Math.min(burst, before + (Math.max(0, nowMs - atMs) / 1_000) * perSecond);
    const isTaken = calls >= 1;
    left.delete(caller);
    left.set(caller, { calls: isTaken ? calls - 1 : calls, atMs: nowMs });
    const [longest] = left.keys();
    if (left.size > callersMax && longest !== undefined) {
      left.delete(longest);
    }
    return isTaken ? 0 : Math.max(1, Math.ceil((1 - calls) / perSecond));
  };
}
