import fc from 'fast-check';
import { expect, test } from 'vitest';

import { budgetRecord } from '../../../../../shared/budgets/contract/budget.ts';
import { parseScope } from '../../../../../shared/budgets/scope.ts';
import { fleetRecord } from '../../../../../shared/computers/contract/fleet-entry.ts';
import { decideException } from '../../../../../shared/controls/control-exception.ts';
import { exemptionRecord, topUpRecord } from '../../../../../shared/grants/contract/grant.ts';
import { callerOfClaims } from '../../../../../shared/kernel/access/caller.ts';
import { emailAddress } from '../../../../../shared/kernel/platform/reading/fields.ts';
import { targetRecord } from '../../../../../shared/readiness/contract/readiness-target.ts';
import { requestRuleRecord } from '../../../../../shared/requests/contract/request-rule.ts';
import { emailSchema } from '../../../../../shared/roster/contract.ts';
import { isEmail, isOneEmail } from '../../../../../shared/roster/email.ts';
import { Settings } from '../../../../../shared/settings/contract/settings.ts';
import { parseMemberRule } from '../../../../../shared/teams/member-rule.ts';

const topUp = { credits: 5, from: '2026-03-15', to: '2026-03-16', reason: 'r' };
const budget = { scope: 'org', window: 'month', amount: 5 };
const exception = {
  pattern: 'sandbox.mode',
  ticket: 'T-1',
  reason: 'r',
  from: '1970-01-01T00:00:00Z',
  expires: '1970-02-01T00:00:00Z',
};
const settingsTake = (settings: object): boolean => Settings.safeParse(settings).success;

/** Every place where a person names one address. */
const places: Readonly<Record<string, (email: string) => boolean>> = {
  'a budget': (email) => parseScope(`user:${email}`) !== undefined,
  'an exemption': (email) => exemptionRecord.parse({ email, until: '2026-04-01', reason: 'r' }).kind !== 'refused',
  'a top-up': (email) => topUpRecord.parse({ ...topUp, scope: `user:${email}` }).kind !== 'refused',
  'whom a top-up is for': (email) =>
    topUpRecord.parse({ ...topUp, scope: 'team:lab', for: [email] }).kind !== 'refused',
  'the owner of a computer': (email) => fleetRecord.parse({ name: 'a', owner: email }).kind !== 'refused',
  'the owners of a target': (email) =>
    targetRecord.parse({ criterion: 'a', repository: 'a/b', by: '2026-04-01', owners: [email] }).kind !== 'refused',
  'the owners of a budget': (email) => budgetRecord.parse({ ...budget, owners: [email] }).kind !== 'refused',
  'the owner of an exception': (email) => decideException({ ...exception, owner: email }, 0).kind === 'accepted',
  'a setting': (email) => emailSchema().safeParse(email).success,
  admins: (email) => settingsTake({ admins: [email] }),
  'a list of roles': (email) => settingsTake({ roles: { approvers: [email] } }),
  'the owners of a team': (email) => settingsTake({ roles: { teamOwners: { lab: [email] } } }),
  identities: (email) => settingsTake({ fourEyes: { identities: { 'role/Ops': email } } }),
  'unreachable recipients': (email) => settingsTake({ alerts: { unreachable: [email] } }),
  'recipients of the digest': (email) => settingsTake({ weeklyDigest: { recipients: [email] } }),
};

/** Where a glob may stand, too. */
const globPlaces: Readonly<Record<string, (email: string) => boolean>> = {
  'the roster': (email) => emailAddress.safeParse(email).success,
  'a rule for requests': (email) =>
    requestRuleRecord.parse({ name: 'a', creditsMax: 1, personMonthMax: 1, pools: 'within', people: [email] }).kind !==
    'refused',
  'a token': (email) => callerOfClaims({ sub: 'x', email, emailVerified: true }).email !== undefined,
};

const addresses = [
  'r&d@acme.example',
  "o'neil+ai@acme.example",
  'x!#$%&/=?^_`{|}~-.y@sub.acme.example',
  'é.ß@büro.example',
  'root@localhost',
  '李@例.公司',
  'a@l·l.example',
  `${'a'.repeat(64)}@${'b'.repeat(255)}`,
];
const none = [
  '',
  'ann',
  '@acme.example',
  'ann@',
  'a@b@c',
  'Ana <ana@acme.example>',
  'Ana<ana@acme.example>',
  'a@acme.example;b',
  'a,b@acme.example',
  'a b@acme.example',
  '"a"@acme.example',
  'a\u200bb@acme.example',
  'a\nb@acme.example',
  `${'a'.repeat(65)}@acme.example`,
  `a@${'b'.repeat(256)}`,
  'mailto:ann@acme.example',
  'user:ann@acme.example',
  "'ann@acme.example'",
  '(Ann)ann@acme.example',
  '[ann@acme.example]',
  'acme\\ann@acme.example',
  'ann@acme.example.',
  'ann@.acme.example',
  'ann@acme..example',
  'ann@acme.example/bob',
  'ann@acme.example?subject=x',
  'ann@acme.example|bob',
  'ann@acme。example',
];

test.each(Object.entries({ ...places, ...globPlaces }))(
  '%s takes every address that the roster takes',
  (_place, takes) => {
    expect(addresses.filter((email) => !takes(email))).toEqual([]);
    expect(none.filter((email) => takes(email))).toEqual([]);
  },
);

test.each(Object.entries(places))('%s names one person, and no glob of them', (_place, takes) => {
  expect(['*@acme.example', 'a*@acme.example', 'ann@*'].filter((email) => takes(email))).toEqual([]);
});

test('a member of a team is an address or a glob of addresses', () => {
  // Other tools read more into a glob, and not into a plain address.
  const kindOf = (text: string) => {
    const read = parseMemberRule(text);
    return read.kind === 'rule' ? read.rule.kind : read.kind;
  };

  expect(addresses.map(kindOf)).toEqual(addresses.map(() => 'email'));
  expect(none.map(kindOf)).toEqual(none.map(() => 'invalid'));
  expect(kindOf('*@acme.example')).toBe('glob');
});

test('whatever is drawn, every place agrees with the roster', () => {
  const letter = fc.oneof(
    fc.constantFrom(...Array.from('aZ0!#$%&\'*+-/=?^_`{|}~.@,;<>"() \\[]:é李')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const text = fc.tuple(
    fc.array(letter, { minLength: 1, maxLength: 8 }),
    fc.array(letter, { minLength: 1, maxLength: 8 }),
  );

  fc.assert(
    fc.property(text, ([local, domain]) => {
      const email = `${local.join('')}@${domain.join('')}`;
      fc.pre(email === email.trim() && email === email.toLowerCase() && email.toLowerCase().length === email.length);

      expect(
        Object.entries(places)
          .filter(([, takes]) => takes(email) !== isOneEmail(email))
          .map(([place]) => place),
      ).toEqual([]);
      expect(
        Object.entries(globPlaces)
          .filter(([, takes]) => takes(email) !== isEmail(email))
          .map(([place]) => place),
      ).toEqual([]);
    }),
  );
});
