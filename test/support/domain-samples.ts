import fc from 'fast-check';

import type { Budget } from '../../shared/budgets/budget.ts';
import type { WindowKind, Window } from '../../shared/budgets/window.ts';
import type { RunOutcome } from '../../shared/kernel/runs/run.ts';
import { addDays, type Day } from '../../shared/kernel/time/day.ts';
import type { LedgerDay } from '../../shared/ledger/ledger-day.ts';
import type { CreditsByWindow, UsageTotals } from '../../shared/ledger/usage-totals.ts';
import type { LimitRecord } from '../../shared/limits/limit-record.ts';

/** A day of the years in which the analytics may run. */
export const aDay: fc.Arbitrary<Day> = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days));

export const someCredits = fc.integer({ min: 0, max: 1_000_000 });

/** A budget in force for ever, but for what a case says. */
export function aBudget(said: Partial<Budget> & Pick<Budget, 'scope'>): Budget {
  return {
    window: 'month',
    amount: { kind: 'credits', credits: 1_000 },
    mode: 'enforce',
    thresholds: [50, 80, 100],
    forecastAlert: true,
    owners: [],
    version: 1,
    updatedBy: 'admin@acme.example',
    updatedAt: '2026-01-14T00:00:00.000Z',
    ...said,
  };
}

export function credits(amount: number): Budget['amount'] {
  return { kind: 'credits', credits: amount };
}

/** A complete day of the ledger, but for what a case says. */
export function aLedgerDay(said: Partial<LedgerDay> & Pick<LedgerDay, 'day'>): LedgerDay {
  return {
    status: 'complete',
    totalCredits: 0,
    hasTrustedFigures: true,
    doubts: [],
    unreadableUserIds: [],
    readAt: '2026-03-01T02:30:00.000Z',
    ...said,
  };
}

const windows: readonly Window[] = (['day', 'week', 'month', 'quarter', 'platform'] as const).map(
  (kind: WindowKind) => ({ kind, from: '2026-03-01', through: '2026-03-31' }),
);

/** What users consumed, by user id; the same in every window unless said otherwise. */
export function someUsage(
  users: Readonly<Record<string, number | (CreditsByWindow & { readonly email?: string })>>,
  unreadableUserIds: readonly string[] = [],
): UsageTotals {
  const entries = Object.entries(users).map(([userId, used]) => {
    const { email, ...byWindow } = typeof used === 'number' ? { ...inEveryWindow(used), email: undefined } : used;
    return [userId, { userId, emailKey: email, credits: byWindow }] as const;
  });
  const organization = Object.fromEntries(
    windows.map(({ kind }) => [kind, entries.reduce((sum, [, user]) => sum + (user.credits[kind] ?? 0), 0)]),
  );
  return { windows, organization, users: new Map(entries), unreadableUserIds: new Set(unreadableUserIds) };
}

function inEveryWindow(used: number): CreditsByWindow {
  return { day: used, week: used, month: used, quarter: used, platform: used };
}

/** What is known of a user whose limit was confirmed. */
export function aConfirmedLimit(userId: string, limitCredits: number, email = `${userId}@acme.example`): LimitRecord {
  return {
    userId,
    email,
    confirmed: { limitCredits, at: '2026-03-01T02:30:00.000Z', runId: 'earlier' },
    unsettled: [],
  };
}

export function anOutcome(said: Partial<RunOutcome>): RunOutcome {
  return { status: 'complete', capsChanged: 0, capsFailed: 0, alerts: 0, isUnfinished: false, problems: [], ...said };
}
