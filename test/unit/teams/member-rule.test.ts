import { expect, test } from 'vitest';

import { formatMemberRule, parseMemberRule } from '../../../shared/teams/member-rule.ts';

test.for([
  [' Ana@Acme.Example ', { kind: 'email', email: 'ana@acme.example' }],
  ['*@Sales.example.com', { kind: 'glob', pattern: '*@sales.example.com' }],
  ['ops-*@*', { kind: 'glob', pattern: 'ops-*@*' }],
  ['metadata.team=web', { kind: 'metadata', key: 'team', value: 'web' }],
  ['metadata.cost center = A=1 ', { kind: 'metadata', key: 'cost center', value: 'A=1' }],
  ['metadata.a.b=C', { kind: 'metadata', key: 'a.b', value: 'C' }],
  ['metadata.__proto__=x', { kind: 'metadata', key: '__proto__', value: 'x' }],
] as const)('%s is a member rule, and its text is read as the same rule', ([text, rule]) => {
  const read = parseMemberRule(text);

  expect(read).toEqual({ kind: 'rule', rule });
  expect(parseMemberRule(formatMemberRule(rule))).toEqual(read);
});

test.for([
  ['', 'give an email'],
  ['ana', 'give an email'],
  ['*', 'give an email'],
  ['a@b@c', 'give an email'],
  ['a b@c.example', 'give an email'],
  ['a@b.example;c@d.example', 'give an email'],
  ['a\u200Bb@c.example', 'give an email'],
  ['[ab]*@c.example', 'only "*"'],
  ['a?*@c.example', 'only "*"'],
  [`${'*a'.repeat(9)}@c.example`, 'has 9 stars; give at most 8'],
  ['metadata.team', 'metadata.KEY=VALUE'],
  ['metadata.=web', 'metadata.KEY=VALUE'],
  ['metadata.team=', 'metadata.KEY=VALUE'],
  [`metadata.team=${'x'.repeat(256)}`, 'at most 255'],
  [`${'x'.repeat(320)}@b.example`, 'at most 320'],
] as const)('%j is no rule, and it is said what to give instead', ([text, remedy]) => {
  expect(parseMemberRule(text)).toEqual({ kind: 'invalid', fault: expect.stringContaining(remedy) });
});
