import { PlatformUnavailableError } from './ports.ts';
import { stepsRun, type Steps } from './steps.ts';

/**
 * The same steps, none of which is begun, or tried again, once it is too late: a platform that turns every call away
 * many times before it answers must not hold a run for longer than the run has. PlatformUnavailableError is raised then,
 * outside of the step, which would wait and try again for it.
 */
export function deadlineSteps(steps: Steps, isLate: () => boolean): Steps {
  return stepsRun(steps, (among) => async (name, work) => {
    const done = await among.run(name, async () =>
      isLate() ? ({ kind: 'late' } as const) : ({ kind: 'done', value: await work() } as const),
    );
    if (done.kind === 'late') {
      throw new PlatformUnavailableError('the run came to the end of its time while it read; the next one reads anew');
    }
    return done.value;
  });
}
