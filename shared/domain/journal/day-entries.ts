import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { Run } from '../runs/run.ts';
import type { JournalEntry } from './journal-entry.ts';

/** A user's credits of a day that changed since they were last read. */
export interface Restated {
  readonly userId: string;
  readonly before: number;
  readonly after: number;
}

/** What became of a day, against what was known of it before. */
interface DayRead {
  readonly day: LedgerDay;
  readonly previous: LedgerDay | undefined;
  readonly restated: readonly Restated[];
}

/** What a reading of a day is worth telling, for the journal: restated figures, and a status that became another. */
export function dayEntries(run: Pick<Run, 'runId' | 'at'>, read: DayRead): readonly JournalEntry[] {
  return [...restatementEntry(run, read), ...statusEntry(run, read)];
}

/** So many users are named in one journal entry; the rest are in the count. */
const restatedUsersMax = 100;

function restatementEntry(
  run: Pick<Run, 'runId' | 'at'>,
  { day, previous, restated }: DayRead,
): readonly JournalEntry[] {
  if (restated.length === 0) {
    return [];
  }
  const detail = {
    totalBefore: previous?.totalCredits ?? 0,
    totalAfter: day.totalCredits,
    userCount: restated.length,
    users: restated.slice(0, restatedUsersMax).map((user) => ({ ...user })),
  };
  return [
    {
      id: `${run.runId}/restated/${day.day}`,
      at: run.at,
      kind: 'day-restated',
      actor: 'curfew',
      runId: run.runId,
      subject: day.day,
      detail,
    },
  ];
}

function statusEntry(run: Pick<Run, 'runId' | 'at'>, { day, previous }: DayRead): readonly JournalEntry[] {
  const hasCleared = day.status === 'complete' && previous?.status === 'suspect';
  const hasBecomeSuspect = day.status === 'suspect' && previous?.status !== 'suspect';
  if (!hasCleared && !hasBecomeSuspect) {
    return [];
  }
  const kind = hasCleared ? 'day-complete' : 'day-suspect';
  const detail: JournalEntry['detail'] = hasCleared
    ? { totalCredits: day.totalCredits }
    : { doubts: day.doubts.map((doubt) => `${doubt.kind}: ${doubt.detail}`) };
  return [
    {
      id: `${run.runId}/${kind}/${day.day}`,
      at: run.at,
      kind,
      actor: 'curfew',
      runId: run.runId,
      subject: day.day,
      detail,
    },
  ];
}
