import { byHandJobs, jobs, type JobName } from '../../shared/jobs.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { jobRunner, type JobResources, type WatcherRun } from '../jobs/job-handlers.ts';
import { describeFailure } from '../texts/describe-failure.ts';
import { describeWatcherRun } from '../texts/describe-watcher-run.ts';

interface Evening {
  readonly jobs: JobResources;
  readonly style: Style;
  readonly say: (text: string) => void;
}

const elsewhere: readonly JobName[] = ['enforce', 'controls'];

export const watchers: readonly JobName[] = byHandJobs
  .map(({ name }) => name)
  .filter((name) => !elsewhere.includes(name));

/** Runs one job now, as if scheduled. Undefined when it ended early, which is printed. */
export async function runNow({ jobs: resources, say }: Evening, job: JobName): Promise<WatcherRun | undefined> {
  const schedule = jobs.find(({ name }) => name === job)?.schedules?.[0]?.name ?? job;
  const ended: WatcherRun[] = [];
  const event = { job, schedule, scheduledTime: new Date(resources.clock.now()).toISOString() };
  try {
    await jobRunner(resources, { onWatcherRun: (run) => ended.push(run) })(job, event);
  } catch (error) {
    if (ended.length === 0) {
      say(`\n${job}: ${describeFailure(error)}`);
    }
  }
  return ended[0];
}

/** Runs every watcher and shows its findings; true when none failed. */
export async function runWatchers(evening: Evening): Promise<boolean> {
  let isWell = true;
  for (const job of watchers) {
    const ended = await runNow(evening, job);
    isWell &&= ended !== undefined && ended.outcome.status !== 'failed';
    if (ended !== undefined) {
      evening.say(`\n${describeWatcherRun(ended, evening.style)}`);
    }
  }
  return isWell;
}
