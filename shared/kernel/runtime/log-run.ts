import type { Run } from '../runs/run.ts';
import type { EndedRun } from '../runs/use-cases/job.ts';

/** The run failed: the event is retried, then kept as a dead letter. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';

  constructor(runId: string, problems: readonly string[]) {
    super(`${runId} failed: ${problems.join('; ')}`);
  }
}

const problemsLoggedMax = 20;

/** Further fields of the line; `isTriedAgain`: retry a run that has not failed by its status. */
type AboutRun = Readonly<Record<string, unknown>> & { readonly isTriedAgain?: boolean };

/** Logs a run's end with its metrics. Throws RunFailedError for a failed run, so that its event is retried. */
export function logRun(
  log: { info(message: string, fields: Readonly<Record<string, unknown>>): void },
  { run, outcome, isRepeat }: Omit<EndedRun, 'run'> & { readonly run: Pick<Run, 'runId' | 'job'> },
  { isTriedAgain = false, ...about }: AboutRun,
) {
  const { held, problems, findings, findingsMore = 0, ...facts } = outcome;
  const summary = {
    runId: run.runId,
    job: run.job,
    ...facts,
    findings: findings === undefined ? undefined : findings.length + findingsMore,
    guard: held?.guard,
    detail: held?.detail,
    problems: problems.slice(0, problemsLoggedMax),
    problemsMore: Math.max(0, problems.length - problemsLoggedMax),
  };
  // A repeated run's work was counted by the first line.
  log.info('run ended', { ...summary, isRepeat: isRepeat === true, ...about });
  if (outcome.status === 'failed' || isTriedAgain) {
    throw new RunFailedError(run.runId, summary.problems);
  }
  return summary;
}
