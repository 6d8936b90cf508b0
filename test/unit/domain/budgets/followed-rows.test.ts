import { expect, test } from 'vitest';

import { followBudgets, followGrant, followScopeText } from '../../../../shared/domain/budgets/followed-rows.ts';
import { formatScope } from '../../../../shared/domain/budgets/scope.ts';
import type { TopUp } from '../../../../shared/domain/budgets/top-up.ts';
import type { FollowedAddresses } from '../../../../shared/domain/roster/followed-addresses.ts';
import { followMembers } from '../../../../shared/domain/teams/followed-members.ts';
import { aBudget } from '../../../support/domain-samples.ts';
import { aTeam } from '../../../support/teams.ts';

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
  expect(followGrant({ ...granted, kind: 'exemption', email: older, until: '2026-03-31' }, followed).email).toBe(now);
});

test('the scope of a row that cannot be read is followed as that of any other', () => {
  expect([`user:${old}`, 'team:web', 'nonsense'].map((text) => followScopeText(text, followed))).toEqual([
    `user:${now}`,
    'team:web',
    'nonsense',
  ]);
});

test('a member that a team names by a former address is in it, unless a team names the address of now', () => {
  const members = (...teams: readonly (readonly string[])[]) =>
    followMembers(
      teams.map((emails, index) => aTeam(`t${index}`, emails)),
      followed,
    ).map((team) => team.members.map((rule) => (rule.kind === 'email' ? rule.email : rule.kind)));

  expect(members([old, '*@acme.example'])).toEqual([[now, 'glob']]);
  expect(members([old], [now])).toEqual([[old], [now]]);
});
