import { expect, test } from 'vitest';

import { digestPages, scopeName } from '../../../shared/digest/digest-pages.ts';
import { aBudget } from '../../support/domain-samples.ts';

const weeklyDigest = { isOn: true, recipients: [], toTeamOwners: true };
const audience = { admins: ['boss@acme.example'], weeklyDigest };

function ofTeam(name: string, ...owners: readonly string[]) {
  return aBudget({ scope: { kind: 'team', name }, owners });
}

function pagesOf(
  said: Partial<typeof weeklyDigest> & { readonly admins?: readonly string[] },
  ...budgets: readonly ReturnType<typeof ofTeam>[]
) {
  const { admins = audience.admins, ...digest } = said;
  const settings = { admins, weeklyDigest: { ...weeklyDigest, ...digest } };
  return digestPages(settings, budgets, '2026-03-16').map(
    ({ scope, recipients }) => `${scopeName(scope)} ${recipients.join(' ')}`,
  );
}

test('admins get the page of the organization, owners of a team’s budget that of the team', () => {
  expect(
    pagesOf({}, ofTeam('web', 'ann@acme.example'), aBudget({ scope: { kind: 'org' }, owners: ['cfo@acme.example'] })),
  ).toEqual(['org boss@acme.example', 'team:web ann@acme.example']);
});

test('an owner of the default of a team’s members gets the team’s page', () => {
  const ofMembers = aBudget({ scope: { kind: 'members', name: 'web' }, owners: ['ann@acme.example'] });

  expect(pagesOf({}, ofMembers)).toEqual(['org boss@acme.example', 'team:web ann@acme.example']);
});

test('who owns budgets of several teams gets one page of all of them, and an admin no second one', () => {
  const budgets = [
    ofTeam('web', 'ann@acme.example', 'BOSS@acme.example'),
    ofTeam('core', 'Ann@acme.example', 'bob@acme.example'),
    aBudget({ ...ofTeam('core', 'bob@acme.example'), window: 'day' }),
  ];

  expect(pagesOf({}, ...budgets)).toEqual([
    'org boss@acme.example',
    'team:core bob@acme.example',
    'team:core,web ann@acme.example',
  ]);
});

test('a budget that is not in force has no page', () => {
  expect(pagesOf({}, { ...ofTeam('web', 'ann@acme.example'), to: '2026-03-15' })).toEqual(['org boss@acme.example']);
});

test('the settings name other readers, leave out owners, or switch the digest off', () => {
  const web = ofTeam('web', 'ann@acme.example');

  expect(pagesOf({ toTeamOwners: false }, web)).toEqual(['org boss@acme.example']);
  expect(pagesOf({ isOn: false }, web)).toEqual([]);
  expect(pagesOf({ admins: [] }, web)).toEqual(['team:web ann@acme.example']);
});
