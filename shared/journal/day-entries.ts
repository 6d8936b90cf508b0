import type { RunIdentity } from '../kernel/runs/run.ts';
import type { Day } from '../kernel/time/day.ts';
import type { LedgerDay } from '../ledger/ledger-day.ts';
import type { JournalEntry, JournalValue } from './journal-entry.ts';

interface DayRead {
  readonly day: LedgerDay;
  readonly previous: LedgerDay | undefined;
  readonly restated: readonly { readonly userId: string; readonly before: number; readonly after: number }[];
}

/** Returns journal entries for a reading of a day: restated figures, and a changed status. */
export function dayEntries(run: RunIdentity, read: DayRead): readonly JournalEntry[] {
  return [...restatementEntry(run, read), ...statusEntry(run, read)];
}

const restatedUsersMax = 100;

function restatementEntry(run: RunIdentity, { day, previous, restated }: DayRead): readonly JournalEntry[] {
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

function statusEntry(run: RunIdentity, { day, previous }: DayRead): readonly JournalEntry[] {
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

export interface RestatedDay {
  readonly day: Day;
  readonly beforeCredits: number;
  readonly afterCredits: number;
  /** Changes by user; not all of them, if there are many. */
  readonly users: readonly { readonly userId: string; readonly moreCredits: number }[];
}

export function restatedDaysIn(entries: readonly JournalEntry[]): readonly RestatedDay[] {
  return entries.flatMap(({ kind, subject, detail: { totalBefore, totalAfter, users } }) => {
    const isReadable = typeof totalBefore === 'number' && typeof totalAfter === 'number';
    return kind === 'day-restated' && subject !== undefined && isReadable
      ? [{ day: subject, beforeCredits: totalBefore, afterCredits: totalAfter, users: usersIn(users) }]
      : [];
  });
}

function usersIn(users: JournalValue | undefined): RestatedDay['users'] {
  return (Array.isArray(users) ? users : []).flatMap((user: JournalValue) => {
    if (typeof user !== 'object' || user === null || !('userId' in user)) {
      return [];
    }
    const { userId, before, after } = user;
    return typeof userId === 'string' && typeof before === 'number' && typeof after === 'number'
      ? [{ userId, moreCredits: after - before }]
      : [];
  });
}
