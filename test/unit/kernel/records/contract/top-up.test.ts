import { expect, test } from 'vitest';

import {
  exemptionRecord,
  formatStoredGrant,
  readStoredGrant,
  topUpRecord,
} from '../../../../../shared/grants/contract/grant.ts';
import { aTopUp } from '../../../../support/grants.ts';

const ann = { scope: 'user:ann@acme.example', credits: 5, from: '2026-03-01', to: '2026-03-31', reason: 'why' };
const team = { ...ann, scope: 'team:core' };

function problemsOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const read = topUpRecord.parse(fields);
  return read.kind === 'terms' ? [] : read.problems;
}

test.for([
  ['both ways', { ...ann, withinPool: true, raises: ['org'] }, 'contradicts "raises"'],
  ['a team within its pool', { ...team, withinPool: true }, 'is for one user'],
  ['names beside a user', { ...ann, for: ['bob@acme.example'] }, 'is for top-ups of a team'],
  ['somebody’s credits for a team', { ...team, takenFrom: 'bob@acme.example' }, 'is for one user'],
  ['a person’s own credits', { ...ann, takenFrom: 'Ann@acme.example' }, 'is also who gets them; name two people'],
  ['two sources', { ...ann, takenFrom: 'bob@acme.example', raises: ['org'] }, 'the credits come from one person'],
  ['a pool that is none', { ...ann, raises: ['default'] }, '"default" is no pool; give org or team:NAME'],
  ['no pool', { ...ann, raises: [] }, 'names no pool'],
  ['nobody', { ...team, for: [] }, 'names no one'],
  ['a name that is no email', { ...team, for: ['bob'] }, '"bob" is not an email'],
] as const)('a top-up with %s is refused with its remedy', ([, fields, problem]) => {
  expect(problemsOf(fields)).toEqual([expect.stringContaining(problem)]);
});

test('a top-up of a team may raise the organization for those whom it names', () => {
  expect(problemsOf({ ...team, raises: ['org'], for: ['Bob@acme.example'] })).toEqual([]);
});

test('a row is read as it was written, whichever way its top-up is made', () => {
  const usableBefore = { 'ann@acme.example': 700 };
  const topUps = [
    aTopUp({}),
    aTopUp({ withinPool: true, usableBefore }),
    aTopUp({ takenFrom: 'bob@acme.example', usableBefore }),
    aTopUp({ raises: [{ kind: 'team', name: 'core' }, { kind: 'org' }], usableBefore }),
    aTopUp({ scope: { kind: 'team', name: 'core' }, for: ['ann@acme.example'], usableBefore }),
  ];

  for (const grant of topUps) {
    const row = formatStoredGrant(grant);

    expect(row['scope']).toEqual(expect.any(String));
    expect(readStoredGrant(row)).toEqual({ kind: 'grant', grant });
  }
});

test('what somebody could use before is whole credits, or the row is not valid', () => {
  const row = formatStoredGrant(aTopUp({ withinPool: true, usableBefore: { 'ann@acme.example': 700 } }));

  expect(readStoredGrant({ ...row, usableBefore: { 'ann@acme.example': -1 } })).toMatchObject({ kind: 'invalid' });
});

test.for([
  ['user:*@acme.example', 'give user:EMAIL or team:NAME; for all of *@acme.example make a team with that member'],
  ['ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['user:a@x.example;b@x.example', 'one row or command is for one person: user:a@x.example, then user:b@x.example'],
  ['org', '"org" is unknown; give user:EMAIL or team:NAME'],
] as const)('a top-up for %s is refused with the nearest scope', ([scope, said]) => {
  expect(topUpRecord.parse({ ...team, scope })).toEqual({
    kind: 'refused',
    problems: [expect.stringContaining(said) as string],
  });
});

test.for([
  ['user:ana@acme.example', 'is not an email; give an email; the nearest is ana@acme.example'],
  ['Ana <ana@acme.example>', 'the nearest is ana@acme.example'],
  ['*@acme.example', 'give an email; a * stands for several people, and here each is named'],
  ['a@x.example, b@x.example', 'one row or command is for one person: a@x.example, then b@x.example'],
  ['ana', '"ana" is not an email; give an email'],
] as const)('an exemption of %s is refused with the nearest email', ([email, said]) => {
  expect(exemptionRecord.parse({ email, until: '2026-03-20', reason: 'r' })).toEqual({
    kind: 'refused',
    problems: [expect.stringContaining(said) as string],
  });
});
