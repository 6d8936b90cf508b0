import { expect, test } from 'vitest';

import { currentStops, nextStops } from '../../../shared/explanation/current-stops.ts';
import type { LimitRecord } from '../../../shared/limits/limit-record.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { anExemption } from '../../support/grants.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';

const users = ['ann', 'bob'].map((userId) => ({ userId, email: `${userId}@acme.example` }));
const usage = someUsage({ ann: 400, bob: 100 });
const forDefault = (amount: number) =>
  aBudget({ scope: { kind: 'default' }, window: 'month', amount: credits(amount) });

function snapshotWith(amount: number, ...records: readonly LimitRecord[]) {
  return aSnapshot({ users, usage, budgets: [forDefault(amount)], records });
}

test('whose limit is not above the known use is stopped, by the budget that leaves nothing, until it turns', () => {
  const snapshot = snapshotWith(400, aConfirmedLimit('ann', 400), aConfirmedLimit('bob', 400));

  expect(currentStops(snapshot)).toEqual([
    {
      userId: 'ann',
      email: 'ann@acme.example',
      limitCredits: 400,
      usedCredits: 400,
      cause: { kind: 'budget', scope: { kind: 'default' }, window: 'month' },
      until: '2026-04-01',
    },
  ]);
  expect(nextStops(snapshot)).toEqual([]);
});

test('of a budget of 0 no day ends the stop', () => {
  const [stop] = currentStops(snapshotWith(0, aConfirmedLimit('ann', 0)));

  expect(stop).toMatchObject({ userId: 'ann', cause: { kind: 'budget', scope: { kind: 'default' }, window: 'month' } });
  expect(stop).not.toHaveProperty('until');
});

test('whom a budget leaves nothing, and whose limit still allows more, is stopped by the next run', () => {
  const snapshot = snapshotWith(300, aConfirmedLimit('ann', 900), aConfirmedLimit('bob', 900));

  expect(currentStops(snapshot)).toEqual([]);
  expect(nextStops(snapshot)).toEqual(['ann@acme.example']);
});

test('whose budget was raised is stopped until the next run, by nothing that lasts', () => {
  const [stop] = currentStops(snapshotWith(900, aConfirmedLimit('ann', 400)));

  expect(stop).toMatchObject({ userId: 'ann' });
  expect(stop).not.toHaveProperty('cause');
  expect(stop).not.toHaveProperty('until');
});

test.for([900, 300])('while another limit (%i) may be in force somebody is not known to be stopped', (limitCredits) => {
  const record = aConfirmedLimit('ann', 400);
  const unsettled = [{ limitCredits, at: '2026-03-15T02:00:00.000Z', runId: 'r' }];

  expect(currentStops(snapshotWith(400, { ...record, unsettled }))).toEqual([]);
});

test('a user without a limit is not stopped', () => {
  expect(currentStops(snapshotWith(0))).toEqual([]);
});

test('a user at the ceiling is stopped until the platform counts again', () => {
  const snapshot = aSnapshot({
    users,
    usage,
    budgets: [forDefault(900)],
    records: [aConfirmedLimit('ann', 350)],
    ceilingCredits: 350,
  });

  expect(currentStops(snapshot)).toMatchObject([{ cause: { kind: 'ceiling' }, until: '2026-04-01' }]);
});

test('an exempt user is not stopped, and neither is one without a limit', () => {
  const records = [aConfirmedLimit('ann', 400)];
  const exemptions = [anExemption({})];

  expect(currentStops(aSnapshot({ users, usage, budgets: [forDefault(400)], records, exemptions }))).toEqual([]);
  expect(currentStops(snapshotWith(100))).toEqual([]);
});
