import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { Attempt } from '../computer-record.ts';
import type { ReadOne } from './collect-computers.ts';
import type { ComputersWork } from './ports.ts';

export function actionEntry(runId: string, name: string, attempt: Attempt): JournalEntry {
  const { action, status, cause, problem } = attempt;
  return {
    id: `${runId}/computer/${name}/${action}/${status}`,
    at: attempt.at,
    kind: 'computer-action',
    actor: 'curfew',
    runId,
    subject: name,
    detail: { action, status, cause, problem: problem ?? null },
  };
}

/** Creations whose answer was lost and whose computer is found now. A reading may drop other attempts before them. */
export function settledEntries({ run }: ComputersWork, { before, record }: ReadOne): readonly JournalEntry[] {
  const isDone = ({ at, action }: Attempt): boolean =>
    record.attempts.some((each) => each.at === at && each.action === action && each.status === 'done');
  return before.attempts
    .filter((attempt) => attempt.status === 'unknown' && isDone(attempt))
    .map((attempt) => ({ ...actionEntry(run.runId, record.name, { ...attempt, status: 'done' }), at: run.at }));
}
