import type { Run, RunOutcome } from '../domain/runs/run.ts';
import { RunFailedError } from './run-failed-error.ts';

const problemsLoggedMax = 20;

/** What logs a line. */
export interface RunLog {
  info(message: string, fields: Readonly<Record<string, unknown>>): void;
}

/** What a line says beside the outcome, and whether a run must be tried again that has not failed by its status. */
export type AboutRun = Readonly<Record<string, unknown>> & { readonly isTriedAgain?: boolean };

/**
 * Logs how a run ended, which is its metrics too. Raises RunFailedError for one that failed, so that its event is tried
 * again; a run that is held or partial is a normal end.
 */
export function logRun(
  log: RunLog,
  { run, outcome }: { readonly run: Pick<Run, 'runId' | 'job'>; readonly outcome: RunOutcome },
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
  log.info('run ended', { ...summary, ...about });
  if (outcome.status === 'failed' || isTriedAgain) {
    throw new RunFailedError(run.runId, summary.problems);
  }
  return summary;
}
