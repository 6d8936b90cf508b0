import { describe, expect, test } from 'vitest';

import { bindingBudgets } from '../../../shared/budgets/binding-budgets.ts';
import type { Budget } from '../../../shared/budgets/budget.ts';
import type { CapDecision } from '../../../shared/caps/cap.ts';
import { dailyUseBuilder } from '../../../shared/ledger/daily-use.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { observeSeen, type SeenLook } from '../../../shared/live/observe-seen.ts';
import type { UseObservation } from '../../../shared/notifications/conditions/use-observation.ts';
import { partOf } from '../../support/part-of.ts';

const today = '2026-03-10';
const ada = { userId: 'u-ada', email: 'ada@acme.example' };
const bob = { userId: 'u-bob', email: 'bob@acme.example' };

function aBudget(over: Partial<Budget> = {}): Budget {
  return {
    scope: { kind: 'default' },
    window: 'month',
    amount: { kind: 'credits', credits: 1_000 },
    mode: 'enforce',
    thresholds: [50],
    forecastAlert: true,
    owners: ['lead@acme.example'],
    note: '',
    guarantee: { kind: 'strict' },
    version: 1,
    updatedBy: 'admin',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...over,
  } as Budget;
}

interface Case {
  readonly budgets?: readonly Budget[];
  /** Ada's: what was used on the day before, what was seen today and in the last hour, and the limit. */
  readonly known: number;
  readonly seen: number;
  readonly hour?: number;
  readonly idleHours?: number;
  readonly limit?: number;
  readonly binding?: Extract<CapDecision, { kind: 'set' }>['binding'];
}

/** What a look at ten to eleven observes. */
function observed(given: Case): readonly UseObservation[] {
  const { budgets = [aBudget()], known, seen, hour = 0, idleHours = 0, limit = 1_000, binding } = given;
  const daily = dailyUseBuilder({
    range: { from: '2026-02-01', through: '2026-03-09' },
    knownFrom: '2026-02-01',
  });
  const row = { userId: ada.userId, email: ada.email, credits: known };
  daily.add({ day: '2026-03-09', rows: [row as Parameters<typeof daily.add>[0]['rows'][number]] });
  const sent = { limitCredits: limit, at: '2026-03-01T02:30:00.000Z', runId: 'r' };
  const record: LimitRecord = { ...ada, unsettled: [], confirmed: sent };
  const own = {
    scope: { kind: 'default' },
    window: 'month',
    usedCredits: known,
    headroomCredits: limit - known,
  } as const;
  const decision: CapDecision = {
    kind: 'keep',
    ...ada,
    reason: 'unchanged',
    limitCredits: limit,
    binding: binding ?? own,
  };
  const look: SeenLook = {
    at: `${today}T10:50:00.000Z`,
    watched: {
      today,
      platformWindow: { anchorDay: 1 },
      budgets: bindingBudgets(budgets, [], today),
      people: [ada, bob],
      topUpCredits: new Map(),
      poolTopUpCredits: new Map(),
      teamOf: new Map(),
      use: daily.gathered(),
    },
    days: new Map(seen > 0 ? [[ada.userId, [{ day: today, credits: seen }]]] : []),
    work: new Map([[ada.userId, partOf({ hourCredits: hour, idleHours })]]),
    decisions: [decision, { kind: 'keep', ...bob, reason: 'no-budget' }],
    records: new Map([[ada.userId, record]]),
    unlimitedCredits: 1_000_000_000,
    assumptions: partOf({ enforcementDelayMinutes: 10, inFlightCredits: 0 }),
  };
  return observeSeen(look);
}

describe('what is seen of somebody', () => {
  test('is added to what the ledger knows, and only what reaches a threshold is observed', () => {
    expect(observed({ known: 400, seen: 99 })).toEqual([]);
    expect(observed({ known: 400, seen: 100 })).toMatchObject([
      {
        user: ada,
        usedCredits: 500,
        dataThrough: '2026-03-09',
        seen: { credits: 100, at: '2026-03-10T10:50:00.000Z' },
      },
    ]);
  });

  test('is the only reason to look: of whom nothing is seen, nothing is observed', () => {
    expect(observed({ known: 900, seen: 0, hour: 500 })).toEqual([]);
  });

  test('is no more than the limits allowed', () => {
    expect(observed({ known: 400, seen: 5_000 })[0]?.usedCredits).toBe(1_000);
  });

  test('counts for the pools of the person as well', () => {
    const pool = aBudget({ scope: { kind: 'org' }, thresholds: [50] });

    expect(observed({ budgets: [pool], known: 400, seen: 200 })).toMatchObject([
      { scope: { kind: 'org' }, usedCredits: 600, seen: { credits: 200 } },
    ]);
    expect(observed({ budgets: [pool], known: 400, seen: 200 })[0]?.user).toBeUndefined();
  });
});

describe('whoever will be stopped within about an hour', () => {
  const endingOf = (given: Partial<Case>) => observed({ known: 400, seen: 500, hour: 100, ...given })[0]?.seen?.ending;

  test('is who is at work and has less left than an hour of it takes', () => {
    expect(endingOf({})).toEqual({ leftCredits: 100, limitCredits: 1_000, hourCredits: 100 });
    expect(endingOf({ hour: 90 })).toBeUndefined();
    expect(endingOf({ idleHours: 2 })).toBeUndefined();
    expect(endingOf({ limit: 1_200 })).toBeUndefined();
  });

  test('is observed by their part of a pool where that is what limits them', () => {
    const budgets = [aBudget({ scope: { kind: 'org' }, amount: { kind: 'credits', credits: 9_000 } })];
    const binding = { scope: { kind: 'org' }, window: 'month', usedCredits: 400, headroomCredits: 600 } as const;

    expect(observed({ budgets, binding, known: 400, seen: 500, hour: 100 })).toMatchObject([
      { basis: 'share', user: ada, thresholds: [], usedCredits: 900, seen: { ending: { leftCredits: 100 } } },
    ]);
  });

  test('is nobody who is at the ceiling of every limit', () => {
    const binding = { scope: { kind: 'default' }, window: 'month', usedCredits: 400, headroomCredits: 600 } as const;

    expect(endingOf({ binding: { ...binding, isAtCeiling: true } })).toBeUndefined();
  });
});
