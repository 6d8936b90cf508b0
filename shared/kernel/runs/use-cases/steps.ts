import { PlatformUnavailableError } from '../ports.ts';

/**
 * The steps of a run. Where a run may outlive its process, a finished step is never done again: the run is begun again
 * from its top and every finished step gives the answer that it gave then. So the way through a run may depend on
 * nothing but the answers of its steps, whatever is done in a step bears being done again, and an answer is a small
 * value that JSON can carry.
 */
export interface Steps {
  /** Runs the work and passes its errors on. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Lets time pass, in milliseconds. */
  wait(name: string, durationMs: number): Promise<void>;
  /** Groups steps: once the group is finished, none is read again. */
  group<T>(name: string, work: (steps: Steps) => Promise<T>): Promise<T>;
}

/** The same steps, those of groups too, each done as `runIn` does it with the steps that it is among. */
export function stepsRun(steps: Steps, runIn: (among: Steps) => Steps['run']): Steps {
  return {
    ...steps,
    run: runIn(steps),
    group: async (name, work) => steps.group(name, async (inner) => work(stepsRun(inner, runIn))),
  };
}

/**
 * Steps that are not started or retried after the deadline: a platform that refuses every call many times must not hold
 * a run beyond its time. Throws PlatformUnavailableError outside the step, which would wait and retry.
 */
export function deadlineSteps(steps: Steps, isLate: () => boolean): Steps {
  return stepsRun(steps, (among) => async (name, work) => {
    const done = await among.run(name, async () =>
      isLate() ? ({ kind: 'late' } as const) : ({ kind: 'done', value: await work() } as const),
    );
    if (done.kind === 'late') {
      throw new PlatformUnavailableError('the run reached its deadline while it read; the next one reads again');
    }
    return done.value;
  });
}
