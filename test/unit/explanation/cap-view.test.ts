import { expect, test } from 'vitest';

import { capViewOf } from '../../../shared/explanation/cap-view.ts';
import type { Snapshot } from '../../../shared/explanation/snapshot.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../support/domain-samples.ts';
import { anExemption } from '../../support/grants.ts';
import { aSnapshot } from '../../support/snapshot-samples.ts';
import { aTeam } from '../../support/teams.ts';

const ann = { userId: 'ann', email: 'ann@acme.example' };
const base = { users: [ann], usage: someUsage({ ann: 400 }) };
const forDefault = aBudget({ scope: { kind: 'default' } });

function capOfAnn(snapshot: Snapshot) {
  return snapshot.people.persons.map((person) => capViewOf(person, snapshot))[0];
}

test('a cap shows the confirmed limit, what is used and left of it, and the budget that binds', () => {
  const ownDay = aBudget({ scope: { kind: 'user', email: ann.email }, window: 'day', amount: credits(450) });

  const cap = capOfAnn(aSnapshot({ ...base, budgets: [forDefault, ownDay], records: [aConfirmedLimit('ann', 450)] }));

  expect(cap).toEqual({
    ...ann,
    limitCredits: 450,
    usedCredits: 400,
    headroomCredits: 50,
    exposureCredits: 450,
    binding: { scope: { kind: 'user', email: ann.email }, window: 'day' },
    status: 'confirmed',
    isStopped: false,
  });
});

test('what is left is never under 0', () => {
  const cap = capOfAnn(aSnapshot({ ...base, budgets: [forDefault], records: [aConfirmedLimit('ann', 300)] }));

  expect(cap).toMatchObject({ headroomCredits: 0, exposureCredits: 400 });
});

test('a user without a limit has no headroom and an unbounded exposure', () => {
  const cap = capOfAnn(aSnapshot({ ...base, budgets: [forDefault] }));

  expect(cap).toEqual({
    ...ann,
    usedCredits: 400,
    binding: { scope: { kind: 'default' }, window: 'month' },
    status: 'unknown',
    isStopped: false,
  });
});

test('no budget binds while one that would cannot be read', () => {
  const cap = capOfAnn(aSnapshot({ ...base, budgets: [forDefault], invalidScopes: ['org'] }));

  expect(cap?.binding).toBeUndefined();
});

test('an exempt user has that status, whatever the outcome of the last limit', () => {
  const snapshot = aSnapshot({ users: [ann], exemptions: [anExemption({})] });

  expect(snapshot.people.persons.map((person) => capViewOf(person, snapshot).status)).toEqual(['exempt']);
});

test('nothing bounds what an exempt user can have consumed: somebody may have lifted the limit on the platform', () => {
  const records = [aConfirmedLimit('ann', 450)];

  const held = capOfAnn(aSnapshot({ ...base, records }));
  const exempt = capOfAnn(aSnapshot({ ...base, records, exemptions: [anExemption({})] }));
  const endedToday = anExemption({ endedAt: '2026-03-15T01:00:00.000Z' });
  const notTakenBack = capOfAnn(aSnapshot({ ...base, records, exemptions: [endedToday] }));

  expect([held, exempt, notTakenBack].map((cap) => cap?.exposureCredits)).toEqual([450, undefined, undefined]);
});

test('a limit that a run is sending right now is pending', () => {
  const unsettled = [{ limitCredits: 900, at: '2026-03-15T02:00:00.000Z', runId: 'at-work' }];
  const records = [{ ...aConfirmedLimit('ann', 450), unsettled }];

  const cap = capOfAnn(aSnapshot({ ...base, budgets: [forDefault], records, runsGoingOn: new Set(['at-work']) }));

  expect(cap?.status).toBe('pending');
});

const forOrg = aBudget({ scope: { kind: 'org' }, amount: credits(900) });
const bindingOf = (own: number) =>
  capOfAnn(
    aSnapshot({
      ...base,
      budgets: [forOrg, { ...forDefault, amount: credits(own) }],
      records: [aConfirmedLimit('ann', 450)],
    }),
  )?.binding;

test('of a pool and one’s own budget the one that leaves less binds', () => {
  expect(bindingOf(5_000)).toEqual({ scope: { kind: 'org' }, window: 'month' });
  expect(bindingOf(410)).toEqual({ scope: { kind: 'default' }, window: 'month' });
});

test('where no budget limits, none binds', () => {
  expect(capOfAnn(aSnapshot({ ...base, records: [aConfirmedLimit('ann', 450)] }))).toMatchObject({
    binding: undefined,
  });
});

test('a user of whom no use is known has used nothing', () => {
  expect(capOfAnn(aSnapshot({ users: [ann], budgets: [forDefault] }))?.usedCredits).toBe(0);
});

test('a cap names the team, and what is reserved for the user', () => {
  const forAnn = aBudget({ scope: { kind: 'user', email: ann.email }, amount: credits(900), reserved: 600 });
  const teams = [aTeam('web', [ann.email])];
  const budgets = [aBudget({ scope: { kind: 'org' }, amount: credits(5_000) }), forAnn];

  expect(capOfAnn(aSnapshot({ ...base, teams, budgets }))).toMatchObject({ team: 'web', reservedCredits: 200 });
  expect(capOfAnn(aSnapshot({ ...base, budgets: [forDefault] }))).toMatchObject({ reservedCredits: undefined });
});

test('whose limit is used up is stopped, and an exempt user never is', () => {
  const records = [aConfirmedLimit('ann', 400)];

  expect(capOfAnn(aSnapshot({ ...base, records }))?.isStopped).toBe(true);
  expect(capOfAnn(aSnapshot({ ...base, records, exemptions: [anExemption({})] }))?.isStopped).toBe(false);
});
