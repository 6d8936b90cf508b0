import type { Steps } from '../../shared/kernel/runs/ports.ts';

/** Where a run is broken off: at its n-th step, before it is done, or after it and before its result is kept. */
export interface Break {
  readonly step: number;
  readonly side: 'before' | 'after';
}

/** Results of steps as a durable run keeps them, across the times that it is made again. */
export type StepRecord = Map<string, string | undefined>;

/** The run was broken off. */
export class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
}

const resultCharsMax = 100_000;

/**
 * Steps as a durable run does them: what is in the record is not done again, and gives what it gave. `names` gets the
 * name of each step that the run comes to.
 */
export function recordedSteps(
  record: StepRecord,
  names: string[],
  { pause, breakAt }: { readonly pause: (ms: number) => void; readonly breakAt?: Break },
): Steps {
  let isBroken = false;

  function breakOff(name: string): never {
    isBroken = true;
    throw new BrokenOffError(name);
  }

  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (isBroken) {
      // What a run would still do in a `finally` is not done by one that is gone.
      breakOff(name);
    }
    if (names.includes(name)) {
      throw new Error(`two steps of one run are called ${name}`);
    }
    names.push(name);
    if (!record.has(name)) {
      const isHere = names.length === breakAt?.step;
      if (isHere && breakAt.side === 'before') {
        breakOff(name);
      }
      const kept = keptForm(name, await work());
      if (isHere) {
        breakOff(name);
      }
      record.set(name, kept);
    }
    const kept = record.get(name);
    // A step without a result has none the second time either; the type is the one that went in.
    return (kept === undefined ? undefined : JSON.parse(kept)) as T;
  }

  const steps: Steps = {
    run: step,
    wait: async (name, ms) => step(name, async () => pause(ms)),
    group: async (_name, work) => work(steps),
  };
  return steps;
}

function keptForm(name: string, result: unknown): string | undefined {
  // `stringify` gives undefined for undefined, which its type does not say.
  const kept = JSON.stringify(result) as string | undefined;
  if (kept !== undefined && kept.length > resultCharsMax) {
    throw new Error(`the result of ${name} is too large to be kept`);
  }
  return kept;
}
