import fc from 'fast-check';
import { expect, test } from 'vitest';

import { bindingBudgets } from '../../../../shared/budgets/binding-budgets.ts';
import { addDays, daysOf, type Day } from '../../../../shared/kernel/time/day.ts';
import type { DailyUse } from '../../../../shared/ledger/daily-use.ts';
import { type ConditionState, isSettled } from '../../../../shared/notifications/conditions/condition-state.ts';
import { decideConditions } from '../../../../shared/notifications/conditions/decide-conditions.ts';
import { observeRun } from '../../../../shared/notifications/observe/observe-run.ts';
import type { WatchedBudgets } from '../../../../shared/notifications/observe/watched-budget.ts';
import { aBudget, credits } from '../../../support/domain-samples.ts';
import { nothingFound } from '../observed.ts';

const userIds = ['ann', 'bob', 'cy', 'dee'];
const daysKnown = 60;
const first = '2026-03-20';
const nights = 12;
const routing = { admins: ['admin@acme.example'], fallback: [], unreachable: new Set<string>() };

const anybody = fc.array(fc.integer({ min: 0, max: 400 }), {
  minLength: daysKnown + nights,
  maxLength: daysKnown + nights,
});
const anyOrganization = fc.record({
  used: fc.array(anybody, { minLength: userIds.length, maxLength: userIds.length }),
  amount: fc.integer({ min: 0, max: 9_000 }),
  raised: fc.integer({ min: 0, max: 9_000 }),
  teamAmount: fc.integer({ min: 500, max: 20_000 }),
});
type Organization = typeof anyOrganization extends fc.Arbitrary<infer T> ? T : never;

function enforcementRunOf(day: Day, index: number, { used, amount, raised, teamAmount }: Organization): WatchedBudgets {
  const through = addDays(day, -1);
  const range = { from: addDays(through, 1 - daysKnown), through };
  const users = new Map(
    userIds.map((userId, user) => [userId, Float64Array.from((used[user] ?? []).slice(index, index + daysKnown))]),
  );
  const organization = new Float64Array(daysKnown);
  users.forEach((own) => own.forEach((some, place) => (organization[place] = (organization[place] ?? 0) + some)));
  const use: DailyUse = { range, days: daysOf(range), knownFrom: range.from, organization, users };
  const terms = { forecastAlert: true, thresholds: [50, 100, 120], owners: ['lead@acme.example'] };
  // In the middle of it the default is changed, so that alerts are resolved and come back.
  const budgets = [
    aBudget({ ...terms, scope: { kind: 'default' }, window: 'month', amount: credits(index < 6 ? amount : raised) }),
    aBudget({ ...terms, scope: { kind: 'default' }, window: 'week', amount: credits(amount) }),
    aBudget({ ...terms, scope: { kind: 'team', name: 'web' }, window: 'month', amount: credits(teamAmount) }),
    aBudget({ ...terms, scope: { kind: 'user', email: 'bob@acme.example' }, amount: credits(raised) }),
  ];
  return {
    today: day,
    platformWindow: { anchorDay: 1 },
    budgets: bindingBudgets(budgets, [], day),
    people: userIds.map((userId) => ({ userId, email: `${userId}@acme.example` })),
    topUpCredits: new Map(),
    teamOf: new Map([
      ['ann', 'web'],
      ['cy', 'web'],
    ]),
    poolTopUpCredits: new Map(),
    use,
  };
}

/** Plays the nights one after the other, with all that is seen or with what is worth a look alone. */
function playNights(organization: Organization, isAll: boolean) {
  const states = new Map<string, ConditionState>();
  const told: unknown[] = [];
  for (let index = 0; index < nights; index += 1) {
    const day = addDays(first, index);
    const at = `${day}T02:30:00.000Z`;
    const openIds = new Set([...states.values()].filter(mayBeOpen).map(({ conditionId }) => conditionId));
    const watched = { ...enforcementRunOf(day, index, organization), ...(!isAll && { openIds }) };
    const seen = observeRun({ at, today: day, ...nothingFound, watched });
    const decision = decideConditions(seen, [...states.values()], routing);
    decision.states.forEach((state) => states.set(state.conditionId, state));
    told.push([...decision.notifications]);
  }
  return { states: [...states.values()].toSorted((a, b) => (a.conditionId < b.conditionId ? -1 : 1)), told };
}

function mayBeOpen(state: ConditionState): boolean {
  return !isSettled(state);
}

test('what a night leaves out, with no open condition and under every threshold, would change nothing', () => {
  fc.assert(
    fc.property(anyOrganization, (organization) => {
      expect(playNights(organization, false)).toEqual(playNights(organization, true));
    }),
    { numRuns: 40 },
  );
});
