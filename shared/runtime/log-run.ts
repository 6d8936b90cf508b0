import type { EndedRun } from '../application/runs/job.ts';
import type { Run } from '../domain/runs/run.ts';

/** A run could not do its work: the event is to be tried again, then kept as a dead letter. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';

  constructor(runId: string, problems: readonly string[]) {
    super(`${runId} failed: ${problems.join('; ')}`);
  }
}

const problemsLoggedMax = 20;

/** What logs a line. */
interface RunLog {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** What a line says beside the outcome, and whether a run must be tried again that has not failed by its status. */
type AboutRun = Readonly<Record<string, unknown>> & { readonly isTriedAgain?: boolean };

/**
 * Logs how a run ended, which is its metrics too. Raises RunFailedError for one that failed, so that its event is tried
 * again; a run that is held or partial is a normal end.
 */
export function logRun(
  log: RunLog,
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
  // What a run did that was finished already is counted by its own line.
  log.info('run ended', { ...summary, isRepeat: isRepeat === true, ...about });
  if (outcome.status === 'failed' || isTriedAgain) {
    throw new RunFailedError(run.runId, summary.problems);
  }
  return summary;
}
