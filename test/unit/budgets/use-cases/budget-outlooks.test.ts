import { describe, expect, test } from 'vitest';

import { budgetNowDocument, forecastOf, readBudgetOutlooks } from '../../../../shared/budgets/use-cases.ts';
import type { BudgetNow } from '../../../../shared/explanation/budget-outlook.ts';
import { aBudget } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, tonight } from '../../../support/tables-world.ts';

const order = { atMs: Date.parse(tonight.at), settings: someSettings(), isInDepth: false };

async function outlooks(said: Partial<Parameters<typeof readBudgetOutlooks>[1]> = {}) {
  const { ports } = await aTablesWorld();
  ports.teams.writeByHand({ name: 'web', members: ['ann@acme.example'], position: 1 });
  ports.teams.writeByHand({ name: 'ops', members: ['bob@acme.example'], position: 2 });
  for (const scope of ['org', 'team:web', 'team:ops', 'user:ann@acme.example', 'user:bob@acme.example']) {
    ports.budgets.writeByHand({ scope, window: 'month', amount: 9_000, version: 1 });
  }
  const { outlooks: found, ...read } = await readBudgetOutlooks(ports, { ...order, ...said });
  const scopes = found.map(({ budget: { scope } }) =>
    'email' in scope ? scope.email : 'name' in scope ? scope.name : scope.kind,
  );
  return { ...read, found, scopes: scopes.toSorted((a, b) => a.localeCompare(b)) };
}

describe('budgets with what is expected of each are read', () => {
  test('all of them, with the teams that there are', async () => {
    const { scopes, today, teams } = await outlooks();

    expect(scopes).toEqual(['ann@acme.example', 'bob@acme.example', 'default', 'ops', 'org', 'web']);
    expect({ today, teams }).toEqual({ today: '2026-03-15', teams: ['web', 'ops'] });
  });

  test('of one scope alone', async () => {
    expect((await outlooks({ scope: { kind: 'team', name: 'ops' } })).scopes).toEqual(['ops']);
  });

  test('of a team and its members alone', async () => {
    expect((await outlooks({ team: 'web' })).scopes).toEqual(['ann@acme.example', 'web']);
    expect((await outlooks({ team: 'web', scope: { kind: 'org' } })).scopes).toEqual([]);
  });

  test('with what was used day by day, and with everybody, only where that is asked for', async () => {
    const org = { scope: { kind: 'org' } } as const;
    const byDefault = { scope: { kind: 'default' } } as const;

    expect((await outlooks(org)).found[0]?.now).not.toHaveProperty('dailyCredits');
    expect((await outlooks({ ...org, isDaily: true })).found[0]?.now?.dailyCredits).toHaveLength(14);
    expect((await outlooks(byDefault)).found[0]?.now?.people).not.toHaveProperty('expectedOver');
    expect((await outlooks({ ...byDefault, isInDepth: true })).found[0]?.now?.people).toHaveProperty('expectedOver');
  });
});

describe('the document of a budget', () => {
  const window = { kind: 'month', from: '2026-03-01', through: '2026-03-31' } as const;
  const nothing = {
    from: null,
    through: null,
    topUps: null,
    used: null,
    left: null,
    allowed: null,
    forecast: null,
    runsOutOn: null,
    runwayDays: null,
    cause: null,
    people: null,
    highest: null,
    usedUp: null,
    expectedOver: null,
  };

  test('that is not in force has null for all of now', () => {
    expect(budgetNowDocument(undefined, '2026-03-15')).toEqual(nothing);
  });

  test('has all that is known of now', () => {
    const now: BudgetNow = {
      window,
      topUpCredits: 5,
      usedCredits: 100,
      leftCredits: 0,
      allowedCredits: 120,
      forecast: { lowCredits: 1, expectedCredits: 2, highCredits: 3 } as never,
      runsOutOn: '2026-03-18',
      dailyCredits: [1, 2],
      people: { count: 3, highestEmail: 'ann@acme.example', usedUp: 1, expectedOver: 0 },
    };

    expect(budgetNowDocument(now, '2026-03-15')).toEqual({
      from: '2026-03-01',
      through: '2026-03-31',
      topUps: 5,
      used: 100,
      left: 0,
      allowed: 120,
      forecast: { low: 1, mean: 2, high: 3 },
      runsOutOn: '2026-03-18',
      runwayDays: 3,
      cause: null,
      people: 3,
      highest: 'ann@acme.example',
      usedUp: 1,
      expectedOver: 0,
      daily: [1, 2],
    });
  });

  test('has its amount, or says that it is unlimited', () => {
    const outlook = (amount: Parameters<typeof aBudget>[0]['amount']) =>
      ({ budget: aBudget({ scope: { kind: 'org' }, ...(amount !== undefined && { amount }) }) }) as never;

    expect(forecastOf(outlook({ kind: 'credits', credits: 7 }), '2026-03-15')).toEqual({
      scope: 'org',
      window: 'month',
      amount: 7,
      mode: 'enforce',
      ends: [],
      ...nothing,
    });
    expect(forecastOf(outlook({ kind: 'unlimited' }), '2026-03-15').amount).toBe('unlimited');
  });
});
