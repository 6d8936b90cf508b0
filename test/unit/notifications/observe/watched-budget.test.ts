import { expect, test } from 'vitest';

import { bindingBudgets } from '../../../../shared/budgets/binding-budgets.ts';
import { knownDays } from '../../../../shared/forecast/daily-credits.ts';
import { usualUseOf } from '../../../../shared/forecast/usual-use.ts';
import { dailyCreditsOf } from '../../../../shared/ledger/daily-use.ts';
import { observeForecasts } from '../../../../shared/notifications/observe/observe-run.ts';
import { observeUses } from '../../../../shared/notifications/observe/observe-uses.ts';
import type { WatchedBudgets } from '../../../../shared/notifications/observe/watched-budget.ts';
import { aBudget, credits, someUsage } from '../../../support/domain-samples.ts';
import { useOf } from '../../../support/plan-samples.ts';

const forWeb = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(1_000), owners: ['web@acme.example'] });
const use = useOf(someUsage({ ann: 400, bob: 300, cy: 900, gone: 50 }), '2026-03-14');
const night: WatchedBudgets = {
  today: '2026-03-15',
  platformWindow: { anchorDay: 1 },
  budgets: bindingBudgets([forWeb], [], '2026-03-15'),
  people: ['ann', 'bob', 'cy'].map((userId) => ({ userId, email: `${userId}@acme.example` })),
  topUpCredits: new Map(),
  teamOf: new Map(['ann', 'bob', 'gone'].map((userId) => [userId, 'web'])),
  poolTopUpCredits: new Map([['team:web', 100]]),
  use,
};

test('a team’s budget counts what all its members use, those who left too, and what tops the team up', () => {
  const uses = observeUses(night);

  expect(uses).toMatchObject([
    { scope: forWeb.scope, usedCredits: 750, topUpCredits: 100, owners: ['web@acme.example'] },
  ]);
  expect(uses[0]?.user).toBeUndefined();
});

test('a model’s budget counts the organization’s use of it, and forecasts it without a cause', () => {
  const days = Float64Array.from({ length: use.days.length }, () => 100);
  const budgets = ['opus', 'unused'].map((id) =>
    aBudget({ scope: { kind: 'model', id }, amount: credits(1_000), mode: 'alert', forecastAlert: true }),
  );
  const view = {
    ...night,
    use: { ...use, models: new Map([['opus', days]]) },
    budgets: bindingBudgets(budgets, [], night.today),
  };
  const { profile } = usualUseOf(knownDays(dailyCreditsOf(use, days), dailyCreditsOf(use, days)));

  expect(observeUses(view).map(({ scope, usedCredits, user }) => [scope, usedCredits, user])).toEqual([
    [{ kind: 'model', id: 'opus' }, 14 * 100, undefined],
    [{ kind: 'model', id: 'unused' }, 0, undefined],
  ]);
  const [forecast, ...others] = observeForecasts(view, profile);
  expect(others).toEqual([]);
  expect(forecast).toMatchObject({ scope: { kind: 'model', id: 'opus' }, forecast: { usedCredits: 14 * 100 } });
  expect(forecast?.rise).toBeUndefined();
});

test('the default of a team is watched for each member without an own budget, with the member’s top-ups', () => {
  const ofMembers = aBudget({ scope: { kind: 'members', name: 'web' }, amount: credits(500) });
  const budgets = bindingBudgets(
    [ofMembers, aBudget({ scope: { kind: 'user', email: 'bob@acme.example' }, amount: credits(9_000) })],
    [],
    night.today,
  );

  const uses = observeUses({ ...night, budgets, topUpCredits: new Map([['ann@acme.example', 70]]) });

  expect(uses.map(({ scope, user, topUpCredits }) => [scope.kind, user?.userId, topUpCredits])).toEqual([
    ['members', 'ann', 70],
    ['user', 'bob', 0],
  ]);
});

test('a team that observes only is not looked at', () => {
  const budgets = bindingBudgets([{ ...forWeb, mode: 'observe' }], [], '2026-03-15');

  expect(observeUses({ ...night, budgets })).toEqual([]);
});

test('what a team will have used is forecast from its members, who alone are the cause', () => {
  const days = Float64Array.from({ length: use.days.length }, () => 100);
  const busy = { ...use, users: new Map([...use.users].map(([userId]) => [userId, days])), organization: days };
  const daily = dailyCreditsOf(busy, days);
  const forecastBudgets = bindingBudgets([{ ...forWeb, forecastAlert: true }], [], '2026-03-15');

  const [forecast, ...others] = observeForecasts(
    { ...night, use: busy, budgets: forecastBudgets },
    usualUseOf(knownDays(daily, daily)).profile,
  );

  expect(others).toEqual([]);
  expect(forecast).toMatchObject({ scope: forWeb.scope, amountCredits: 1_100 });
  expect(forecast?.forecast.usedCredits).toBe(14 * 300);
});
