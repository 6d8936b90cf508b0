import { expect, test } from 'vitest';

import { endsUntil, type End } from '../../../shared/enforcement/named-users.ts';
import { aBudget } from '../../support/domain-samples.ts';
import { aTopUp, anExemption } from '../../support/grants.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

const until = '2026-03-16T02:30:00.000Z';
const nothing = { budgets: [], topUps: [], exemptions: [] };
const own = { scope: { kind: 'user', email: 'ann@acme.example' } } as const;

function endsOf(rules: Partial<Parameters<typeof endsUntil>[0]>): Readonly<Record<string, string>> {
  const ends = [...endsUntil(aPlanInput({ ...nothing, ...rules }), until)];
  const latest = (of: readonly End[]): string => new Date(Math.max(...of.map(({ endMs }) => endMs))).toISOString();
  return Object.fromEntries(ends.map(([whose, of]) => [whose, latest(of)]));
}

test.for([
  ['a budget of the user’s own', { budgets: [aBudget({ ...own, to: '2026-03-15' })] }],
  ['a top-up', { topUps: [aTopUp({ to: '2026-03-15' })] }],
  ['an exemption', { exemptions: [anExemption({ until: '2026-03-15' })] }],
] as const)('%s ends with its last day', ([, rules]) => {
  expect(endsOf(rules)).toEqual({ 'ann@acme.example': '2026-03-16T00:00:00.000Z' });
});

test.for([
  ['a top-up', { topUps: [aTopUp({ endedAt: '2026-03-15T12:00:00.000Z' })] }],
  ['an exemption', { exemptions: [anExemption({ endedAt: '2026-03-15T12:00:00.000Z' })] }],
] as const)('%s that somebody ended early ends then', ([, rules]) => {
  expect(endsOf(rules)).toEqual({ 'ann@acme.example': '2026-03-15T12:00:00.000Z' });
});

test.for([
  ['goes on', { topUps: [aTopUp({ to: '2026-03-16' })] }],
  ['has no last day', { budgets: [aBudget(own)] }],
  ['is for everybody', { budgets: [aBudget({ scope: { kind: 'default' }, to: '2026-03-15' })] }],
] as const)('what %s has not come to an end for anybody', ([, rules]) => {
  expect(endsOf(rules)).toEqual({});
});

test('what ends at the very moment has come to its end', () => {
  expect(endsOf({ topUps: [aTopUp({ endedAt: until })] })).toEqual({ 'ann@acme.example': until });
});

test('of several ends the last counts, and none that is to come', () => {
  const topUps = ['2026-03-16', '2026-03-10', '2026-03-12'].map((to) => aTopUp({ to }));

  expect(endsOf({ topUps })).toEqual({ 'ann@acme.example': '2026-03-13T00:00:00.000Z' });
});

test('a team’s top-up ends for the team', () => {
  const topUps = [{ ...aTopUp({ to: '2026-03-15' }), scope: { kind: 'team', name: 'web' } } as const];

  expect(endsOf({ topUps })).toEqual({ 'team:web': '2026-03-16T00:00:00.000Z' });
});

test('the end of a top-up takes its credits, and what the end of a budget or an exemption takes is not known', () => {
  const topUps = [aTopUp({ to: '2026-03-14', credits: 70 }), aTopUp({ to: '2026-03-15', credits: 30 })];
  const budgets = [aBudget({ ...own, to: '2026-03-15' })];
  const exemptions = [anExemption({ until: '2026-03-15' })];
  const creditsOf = (rules: Partial<Parameters<typeof endsUntil>[0]>) =>
    endsUntil(aPlanInput({ ...nothing, ...rules }), until)
      .get('ann@acme.example')
      ?.map(({ credits }) => credits);

  expect(creditsOf({ topUps })).toEqual([70, 30]);
  expect(creditsOf({ budgets })).toEqual([Infinity]);
  expect(creditsOf({ exemptions })).toEqual([Infinity]);
});
