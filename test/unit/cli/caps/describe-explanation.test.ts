import { expect, test } from 'vitest';

import { describeExplanation } from '../../../../cli/caps/describe-explanation.ts';
import { explain } from '../../../../shared/explanation/explanation.ts';
import { findPerson } from '../../../../shared/explanation/find-person.ts';
import type { Snapshot } from '../../../../shared/explanation/snapshot.ts';
import { explanationDocument } from '../../../../shared/explanation/use-cases/explanation-document.ts';
import { invariant } from '../../../../shared/kernel/invariant.ts';
import { styleFor } from '../../../../shared/terminal/style.ts';
import { aBudget, aConfirmedLimit, aLedgerDay, credits, someUsage } from '../../../support/domain-samples.ts';
import { aSnapshot } from '../../../support/snapshot-samples.ts';
import { aTeam } from '../../../support/teams.ts';

const ann = { userId: 'ann', email: 'ann@acme.example', firstName: 'Ann\u001B[31m' };
const forDefault = aBudget({ scope: { kind: 'default' }, owners: ['lead@acme.example'] });
const around = { unlimited: 1_000_000, isPartial: false, unheard: null };
const base = { users: [ann], usage: someUsage({ ann: 400 }), budgets: [forDefault] };

function explained(snapshot: Snapshot) {
  const found = findPerson('ann@acme.example', snapshot);
  invariant(found.kind !== 'nobody', 'the case is about somebody');
  return explain(found, snapshot, []);
}

function textOf(snapshot: Snapshot): string {
  const document = { ...explanationDocument(explained(snapshot), ['admin@acme.example']), ...around };
  return describeExplanation(document, snapshot.today, styleFor({ isTerminal: false }, {}));
}

test('the limit is shown as a sum, with who can change it, and nothing steers the terminal', () => {
  const text = textOf(aSnapshot({ ...base, records: [aConfirmedLimit('ann', 900)] }));

  expect(text).toContain('1,000 = 400 used');
  expect(text).toMatch(/900, confirmed as of Sun 1 Mar 2026, 02:30 UTC/u);
  expect(text).toContain('sets it to 1,000');
  expect(text).toContain('lead@acme.example');
  expect(text).toContain('admin@acme.example');
  expect(text).not.toContain('\u001B');
});

const unsettled = [{ limitCredits: 1_200, at: '2026-03-15T02:30:00.000Z', runId: 'lost' }];
const doubtful = aLedgerDay({
  day: '2026-03-14',
  status: 'suspect',
  doubts: [{ kind: 'sum-differs', detail: 'the users add up to 70 of 100 credits' }],
});

test.for<[string, Snapshot, string]>([
  ['nothing is left', aSnapshot({ ...base, budgets: [{ ...forDefault, amount: credits(1) }] }), 'they are stopped'],
  [
    'nothing is left by the next run',
    aSnapshot({
      ...base,
      budgets: [{ ...forDefault, amount: credits(1) }],
      records: [aConfirmedLimit('ann', 900)],
    }),
    'they can work until the next run sets this limit',
  ],
  ['no limit was ever sent', aSnapshot(base), 'Curfew has never sent a limit'],
  [
    'a limit had no answer',
    aSnapshot({ ...base, records: [{ ...aConfirmedLimit('ann', 900), unsettled }] }),
    'At most 1,200 can have been used',
  ],
  [
    'the platform refuses the row',
    aSnapshot({
      ...base,
      records: [
        { ...aConfirmedLimit('ann', 900), failure: { problem: 'no such user', nights: 2, lastNight: '2026-03-15' } },
      ],
    }),
    'has refused this user’s row for 2 nights: no such user',
  ],
  [
    'a day is suspect',
    aSnapshot({ ...base, untrustedDays: [{ day: '2026-03-14', known: doubtful }] }),
    '2026-03-14 is not complete: the users add up to 70 of 100 credits.',
  ],
  ['no budget sets limits', aSnapshot({ ...base, budgets: [] }), 'no budget that sets limits concerns them'],
  [
    'two share the email',
    aSnapshot({ ...base, users: [ann, { userId: 'two', email: 'ann@acme.example' }] }),
    'They cannot be capped: several users share this email',
  ],
  ['the user has left', aSnapshot({ ...base, users: [{ ...ann, goneSince: '2026-03-02' }] }), 'since 2026-03-02'],
])('when %s, it is said', ([, snapshot, words]) => {
  expect(textOf(snapshot)).toContain(words);
});

test('of a default that a budget of their own replaces its use is said, and no remainder', () => {
  const own = aBudget({ scope: { kind: 'user', email: ann.email }, amount: credits(500) });
  const text = textOf(aSnapshot({ ...base, budgets: [own, forDefault] }));

  expect(text).toContain('400 used, 100 left. It binds');
  expect(text).toContain('400 used. It does not bind because a budget of their own');
});

test('the document has the same as the words', () => {
  const document = explanationDocument(explained(aSnapshot({ ...base, records: [aConfirmedLimit('ann', 900)] })), []);

  expect(document).toMatchObject({
    verdict: 'limited',
    limit: 1_000,
    used: 400,
    headroom: 600,
    exposure: 900,
    binding: { scope: 'default', window: 'month' },
    resetsAt: '2026-04-01T00:00:00Z',
    inForce: { limit: 900, run: 'earlier' },
    dataThrough: '2026-03-14',
  });
});

const bob = { userId: 'bob', email: 'bob@acme.example' };
const limits = [aConfirmedLimit('ann', 500), aConfirmedLimit('bob', 400)];
const ofTeam = aBudget({ scope: { kind: 'team', name: 'web' }, amount: credits(1_000), owners: ['web@acme.example'] });
const pooled = {
  users: [ann, bob],
  teams: [aTeam('web', [ann.email, bob.email])],
  usage: someUsage({ ann: 300, bob: 350 }),
  budgets: [ofTeam, aBudget({ scope: { kind: 'org' }, amount: credits(5_000) })],
  records: limits,
};

test('a pool is shown with its amount, everybody’s use, the share of it, its promise, its turn and its owners', () => {
  const text = textOf(aSnapshot(pooled));

  expect(text).toContain('> team:web month: 1,000 credits, 1 Mar 2026 to 31 Mar 2026');
  expect(text).toMatch(/650 used .* 350 left\. It binds/u);
  expect(text).toMatch(/Shared by the 2 members of team web\..* 170 now/u);
  expect(text).toContain('moves every night');
  expect(text).toContain('Guaranteed: usage cannot exceed the budget. Worst case: 900 of 1,000.');
  expect(text).toContain('Resets on Wed 1 Apr, 00:00 UTC.');
  expect(text).toContain('Owners: web@acme.example.');
  expect(text).toContain('- org month: 5,000 credits');
  expect(text).toContain('does not bind');
});

test.for<[string, Snapshot, string]>([
  [
    'somebody in it has no limit',
    aSnapshot({ ...pooled, records: limits.slice(0, 1) }),
    'Not guaranteed: no limit is known for bob@acme.example.',
  ],
  [
    'its limits allow more than it has',
    aSnapshot({ ...pooled, records: [...limits.slice(0, 1), aConfirmedLimit('bob', 600)] }),
    'Not guaranteed: limits allow 100 credits more than the budget. Worst case: 1,100 of 1,000.',
  ],
  [
    'it may be passed on purpose',
    aSnapshot({ ...pooled, budgets: [{ ...ofTeam, guarantee: { kind: 'overcommit', factor: 1.2 } }] }),
    'Not guaranteed, on purpose: overcommit 1.2: at most 900 in the worst case.',
  ],
  [
    'it is passed',
    aSnapshot({ ...pooled, budgets: [{ ...ofTeam, amount: credits(600) }] }),
    'Over budget by 50 credits. Worst case: 900 of 600.',
  ],
])('of a pool it is said when %s', ([, snapshot, words]) => {
  expect(textOf(snapshot)).toContain(words);
});

test.for<[string, Snapshot, string]>([
  ['the floor', aSnapshot({ ...base, floorCredits: 2_000 }), '2,000: 400 used'],
  ['the floor', aSnapshot({ ...base, floorCredits: 2_000 }), 'It stands at the floor of 2,000 (limitFloorCredits'],
  ['the ceiling', aSnapshot({ ...base, ceilingCredits: 700 }), '700 = 400 used'],
  ['the ceiling', aSnapshot({ ...base, ceilingCredits: 700 }), 'The ceiling of 700 (limitCeilingCredits'],
  ['the ceiling', aSnapshot({ ...pooled, ceilingCredits: 450 }), 'The ceiling of 450 (limitCeilingCredits'],
])('where %s has a part in a limit it is named', ([, snapshot, words]) => {
  expect(textOf(snapshot)).toContain(words);
});

test('the document of a pool has the same as the words', () => {
  const document = explanationDocument(explained(aSnapshot({ ...pooled, records: limits.slice(0, 1) })), []);

  expect(document.layers[0]).toMatchObject({
    scope: 'team:web',
    used: 650,
    share: { credits: 170, target: 170, reserved: 0 },
    pool: {
      amount: 1_000,
      left: 350,
      worstCase: null,
      members: 2,
      guarantee: 'strict',
      promised: 'pending',
      unbounded: ['bob@acme.example'],
    },
  });
});
