import { describe, expect, test } from 'vitest';

import { followBudgets, followedRows, followGrant, followScopeText } from '../../../shared/budgets/followed-rows.ts';
import { formatScope } from '../../../shared/budgets/scope.ts';
import type { TopUp } from '../../../shared/grants/top-up.ts';
import { observeFollowed } from '../../../shared/notifications/observe/observe-run.ts';
import type { FollowedAddresses } from '../../../shared/roster/followed-addresses.ts';
import { followMembers } from '../../../shared/teams/followed-members.ts';
import { aBudget } from '../../support/domain-samples.ts';
import { aTeam } from '../../support/teams.ts';

const [old, older, now] = ['old@acme.example', 'older@acme.example', 'now@acme.example'];
const followed: FollowedAddresses = new Map([
  [old, { to: now, at: '2026-03-02T02:30:00.000Z' }],
  [older, { to: now, at: '2026-03-01T02:30:00.000Z' }],
]);
const budgetOf = (email: string) => aBudget({ scope: { kind: 'user', email } });
const scopesOf = (...emails: readonly string[]) =>
  followBudgets(emails.map(budgetOf), followed).map(({ scope }) => formatScope(scope));

test('a budget of a former address is one of the address of now', () => {
  expect(scopesOf(old, 'bob@acme.example')).toEqual([`user:${now}`, 'user:bob@acme.example']);
});

test('the budget of the address itself comes first, then that of the address given up last', () => {
  expect(scopesOf(older, old)).toEqual([`user:${older}`, `user:${now}`]);
  expect(scopesOf(old, now, older)).toEqual([`user:${old}`, `user:${now}`, `user:${older}`]);
});

test('an owner of a budget is followed too', () => {
  const [budget] = followBudgets(
    [aBudget({ scope: { kind: 'org' }, owners: ['Old@acme.example', 'Ann@acme.example'] })],
    followed,
  );

  expect(budget?.owners).toEqual([now, 'Ann@acme.example']);
});

test('a budget that names no former address is the very same', () => {
  const budgets = [
    { ...budgetOf('bob@acme.example'), owners: ['Ann@acme.example'] },
    aBudget({ scope: { kind: 'org' } }),
  ];
  const [owned] = budgets;

  const read = followBudgets(budgets, followed);

  expect(read[0]).toBe(owned);
  expect(read[1]).toBe(budgets[1]);
});

test('top-ups, those for whom they are, and exemptions are followed', () => {
  const granted = { id: '1', reason: 'r', createdBy: 'a', createdAt: '2026-03-01T00:00:00.000Z', version: 1 };
  const topUp: TopUp = {
    ...granted,
    kind: 'top-up',
    scope: { kind: 'user', email: old },
    credits: 5,
    from: '2026-03-01',
    to: '2026-03-31',
    for: [old, now, 'bob@acme.example'],
    usableBefore: { [old]: 7 },
  };

  expect(followGrant(topUp, followed)).toEqual({
    ...topUp,
    scope: { kind: 'user', email: now },
    for: [now, 'bob@acme.example'],
    usableBefore: { [now]: 7 },
  });
  const { for: _for, usableBefore: _usable, ...plain } = topUp;
  expect(followGrant<TopUp>(plain, followed)).toStrictEqual({ ...plain, scope: { kind: 'user', email: now } });
  expect(followGrant({ ...granted, kind: 'exemption', email: older, until: '2026-03-31' }, followed).email).toBe(now);
});

test('the scope of a row that cannot be read is followed as that of any other', () => {
  const texts = [`user:${old}`, 'user:bob@acme.example', 'team:web', 'nonsense'];

  expect(texts.map((text) => followScopeText(text, followed))).toEqual([
    `user:${now}`,
    'user:bob@acme.example',
    'team:web',
    'nonsense',
  ]);
});

describe('the rows that name former addresses', () => {
  const record = { id: '1', reason: 'r', createdBy: 'a', createdAt: '2026-03-01T00:00:00.000Z', version: 1 };
  const today = '2026-03-15';
  const topUp: TopUp = {
    ...record,
    kind: 'top-up',
    scope: { kind: 'team', name: 'web' },
    credits: 5,
    from: '2026-03-01',
    to: today,
    for: ['Old@acme.example', 'bob@acme.example'],
  };
  const rowsOf = (said: Partial<Parameters<typeof followedRows>[0]>, known = followed) =>
    followedRows({ budgets: [], grants: [], teams: [], ...said }, { followed: known, today });

  test('are told by the address, each in words', () => {
    const own = { ...budgetOf(old), owners: [older, 'ann@acme.example'] };
    const exemption = { ...record, kind: 'exemption', email: old, until: today } as const;
    const ofUser: TopUp = { ...topUp, scope: { kind: 'user', email: older }, for: [] };
    const { for: _for, ...ofNobody } = topUp;

    expect(
      rowsOf({
        budgets: [own, aBudget({ scope: { kind: 'org' } })],
        grants: [topUp, ofUser, ofNobody, exemption],
        teams: [aTeam('web', [old, 'bob@acme.example', '*@acme.example'])],
      }),
    ).toEqual([
      {
        from: old,
        to: now,
        rows: [`budget user:${old} / month`, 'top-up of Old@acme.example', `exemption of ${old}`, 'member of team web'],
      },
      { from: older, to: now, rows: [`owner of budget user:${old} / month`, `top-up of ${older}`] },
    ]);
  });

  test('are no grants that are over or were ended', () => {
    const exemption = { ...record, kind: 'exemption', email: old, until: '2026-03-14' } as const;

    expect(
      rowsOf({ grants: [exemption, { ...topUp, to: '2026-03-14' }, { ...topUp, endedAt: record.createdAt }] }),
    ).toEqual([]);
  });

  test('are none where no address is a former one', () => {
    const said = { budgets: [budgetOf(old)], grants: [topUp], teams: [aTeam('web', [old])] };

    expect(rowsOf(said, new Map())).toEqual([]);
    expect(followBudgets(said.budgets, new Map())).toBe(said.budgets);
    expect(followGrant(topUp, new Map())).toBe(topUp);
    expect(followMembers(said.teams, new Map())).toBe(said.teams);
  });

  test('are one alert a person, and one for all people of a domain', () => {
    const row = (name: string, rows: readonly string[] = ['budget']) => ({
      from: `${name}@acme.example`,
      to: `${name}@acme.com`,
      rows,
    });
    const many = Array.from({ length: 9 }, (_, index) => `r${index}`);
    const seen = observeFollowed([
      row('ann'),
      row('bob'),
      row('cem', many),
      { from: 'dot@acme.example', to: 'dorothy@acme.com', rows: ['top-up'] },
    ]);

    expect(seen).toMatchObject([
      {
        key: '@acme.example',
        fingerprint: '@acme.com',
        headline: expect.stringMatching(/acme\.com in place of acme\.example for 3 people/u),
        details: [
          expect.stringMatching(/new addresses: budget; budget; r0; r1; r2; and 6 more\.$/u),
          expect.anything(),
        ],
      },
      {
        key: 'dot@acme.example',
        fingerprint: 'dorothy@acme.com',
        details: ['Read under the new address: top-up.', expect.anything()],
      },
    ]);
    expect(observeFollowed([row('ann'), row('bob')]).map(({ key }) => key)).toEqual([
      'ann@acme.example',
      'bob@acme.example',
    ]);
  });
});
