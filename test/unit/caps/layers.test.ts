import { expect, test } from 'vitest';

import { bindingBudgets, hasInvalidBudget, windowsInUse } from '../../../shared/budgets/binding-budgets.ts';
import type { Budget } from '../../../shared/budgets/budget.ts';
import { bindingLayer, ownLayers, unlimitedShared } from '../../../shared/caps/person.ts';
import { aBudget, credits, someUsage } from '../../support/domain-samples.ts';

const today = '2026-03-15';
const usage = someUsage({ ann: 400, bob: 250 });
const ann = {
  userId: 'ann',
  email: 'Ann@acme.example',
  credits: usage.users.get('ann')?.credits ?? {},
  isUnreadable: false,
  team: undefined,
};

const forDefault = aBudget({ scope: { kind: 'default' } });
const forOrg = aBudget({ scope: { kind: 'org' }, amount: credits(1_000) });
const forAnn = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(700) });

function layers(budgets: readonly Budget[]) {
  return ownLayers(ann, bindingBudgets(budgets, [], today), usage).map(({ scope, window, headroomCredits }) => [
    scope.kind,
    window.kind,
    headroomCredits,
  ]);
}

test('the default binds users without a budget of their own; shared budgets are divided elsewhere', () => {
  expect(layers([forDefault, forOrg])).toEqual([['default', 'month', 600]]);
});

test('a user’s own budget replaces the default in every window', () => {
  const defaultDay = aBudget({ scope: { kind: 'default' }, window: 'day', amount: credits(1) });

  expect(layers([forDefault, defaultDay, forAnn])).toEqual([['user', 'month', 300]]);
});

test('the default of a team binds its members over its window, and unlimited ends the default there', () => {
  const ofWeb = aBudget({ scope: { kind: 'members', name: 'web' }, amount: credits(450) });
  const defaultDay = { ...forDefault, window: 'day' } as const;
  const inWeb = (budgets: readonly Budget[]) =>
    ownLayers({ ...ann, team: 'web' }, bindingBudgets(budgets, [], today), usage).map(
      ({ scope, window, headroomCredits }) => [scope.kind, window.kind, headroomCredits],
    );

  expect(inWeb([forDefault, defaultDay, ofWeb])).toEqual([
    ['default', 'day', 600],
    ['members', 'month', 50],
  ]);
  expect(inWeb([forDefault, { ...ofWeb, amount: { kind: 'unlimited' } }])).toEqual([['members', 'month', undefined]]);
  expect(inWeb([forDefault, { ...ofWeb, mode: 'alert' }])).toEqual([]);
  expect(inWeb([forDefault, ofWeb, forAnn])).toEqual([['user', 'month', 300]]);
  expect(layers([forDefault, ofWeb])).toEqual([['default', 'month', 600]]);
});

test('an unreadable default of a team keeps the caps of its members without an own budget', () => {
  const isHeld = (budgets: readonly Budget[], team: string | undefined) =>
    hasInvalidBudget({ ...ann, team }, bindingBudgets(budgets, ['members:web'], today));

  expect([isHeld([], 'web'), isHeld([forAnn], 'web'), isHeld([], 'ops'), isHeld([], undefined)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('all windows of one’s own bind', () => {
  const day = { ...forAnn, window: 'day', amount: credits(450) } as const;

  for (const budgets of [
    [forAnn, day],
    [day, forAnn],
  ]) {
    expect(layers(budgets)).toEqual([
      ['user', 'day', 50],
      ['user', 'month', 300],
    ]);
  }
});

test('a budget that only alerts or observes sets no cap, and is a budget of one’s own', () => {
  expect(layers([forDefault, { ...forAnn, mode: 'alert' }])).toEqual([]);
  expect(layers([forDefault, { ...forAnn, mode: 'observe' }])).toEqual([]);
});

test('a budget that is over, or has not begun, is no budget', () => {
  expect(layers([forDefault, { ...forAnn, to: '2026-03-14' }])).toEqual([['default', 'month', 600]]);
  expect(layers([forDefault, { ...forAnn, from: '2026-03-16' }])).toEqual([['default', 'month', 600]]);
});

test('headroom is never under 0, and an unlimited budget has none to speak of', () => {
  expect(layers([{ ...forAnn, amount: credits(10) }])).toEqual([['user', 'month', 0]]);
  expect(layers([{ ...forAnn, amount: { kind: 'unlimited' } }])).toEqual([['user', 'month', undefined]]);
});

test('the least headroom binds; of equals the first; unlimited never', () => {
  const ownLayersAnn = ownLayers(ann, bindingBudgets([forAnn, forOrg], [], today), usage);

  expect(bindingLayer(ownLayersAnn)?.headroomCredits).toBe(300);
  expect(bindingLayer([])).toBeUndefined();
  expect(
    bindingLayer(ownLayers(ann, bindingBudgets([{ ...forAnn, amount: { kind: 'unlimited' } }], [], today), usage)),
  ).toBeUndefined();
});

test.for([
  [['user:ann@acme.example'], [], true],
  [['user:Ann@Acme.example'], [], true],
  [[' org'], [], true],
  [['org'], [], true],
  [['default'], [], true],
  [['default'], [forAnn], false],
  [['user:bob@acme.example'], [], false],
] as const)(
  'with rows of %o unreadable and own budgets %o, Ann keeps her cap: %s',
  ([invalidScopes, budgets, expected]) => {
    expect(hasInvalidBudget(ann, bindingBudgets(budgets, invalidScopes, today))).toBe(expected);
  },
);

test('the windows in use are those of the budgets in force, and always the platform’s own', () => {
  const weekOver = aBudget({ scope: { kind: 'org' }, window: 'week', to: '2026-03-01' });

  const kinds = windowsInUse([forAnn, forDefault, weekOver], today, { anchorDay: 1 }).map(({ kind }) => kind);

  expect(kinds).toEqual(['platform', 'month']);
});

test('of layers that leave equally little the first binds', () => {
  const [month, week] = [forAnn, { ...forAnn, window: 'week' } as const];
  const own = ownLayers(ann, bindingBudgets([month, week], [], today), usage);

  expect(bindingLayer(own)?.window.kind).toBe('month');
  expect(bindingLayer(own.toReversed())?.window.kind).toBe('week');
});

test('what a user used over another window does not count', () => {
  const day = aBudget({ scope: { kind: 'default' }, window: 'day' });
  const idle = { ...ann, credits: { month: 400 } };

  expect(ownLayers(idle, bindingBudgets([day], [], today), usage)[0]).toMatchObject({
    usedCredits: 0,
    headroomCredits: 1_000,
    topUpCredits: 0,
    window: { kind: 'day' },
  });
});

const unlimited = { kind: 'unlimited' } as const;
const ofTeam = (name: string, said: Partial<Budget> = {}) =>
  aBudget({ scope: { kind: 'team', name }, amount: unlimited, ...said });

test('shared budgets that are unlimited are said, the team’s before the organization’s', () => {
  const budgets = [{ ...forOrg, amount: unlimited }, ofTeam('web'), ofTeam('sales')];
  const told = (team: string | undefined) =>
    unlimitedShared(bindingBudgets(budgets, [], today), team, usage).map(({ scope, usedCredits }) => [
      scope,
      usedCredits,
    ]);

  expect(told('web')).toEqual([
    [{ kind: 'team', name: 'web' }, 650],
    [{ kind: 'org' }, 650],
  ]);
  expect(told('idle')).toEqual([[{ kind: 'org' }, 650]]);
  expect(told(undefined)).toEqual([[{ kind: 'org' }, 650]]);
});

test('shared budgets with an amount, or that only alert, are none of these', () => {
  const budgets = [forOrg, ofTeam('web', { mode: 'alert' })];

  expect(unlimitedShared(bindingBudgets(budgets, [], today), 'web', usage)).toEqual([]);
});

test('the budgets of teams are by name, each with all its windows', () => {
  const [web, sales, webDay] = [ofTeam('web'), ofTeam('sales'), ofTeam('web', { window: 'day' })];

  for (const budgets of [
    [web, sales, webDay],
    [webDay, sales, web],
  ]) {
    expect([...bindingBudgets(budgets, [], today).byTeam]).toEqual([
      ['sales', [sales]],
      ['web', [webDay, web]],
    ]);
  }
});

test('a row whose scope is none of ours keeps nobody’s cap', () => {
  expect(hasInvalidBudget(ann, bindingBudgets([], ['nonsense'], today))).toBe(false);
});
