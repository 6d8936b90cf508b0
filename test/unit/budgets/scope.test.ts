import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatScope, parseScope, scopeRemedy } from '../../../shared/budgets/scope.ts';
import { isOneEmail } from '../../../shared/roster/email.ts';

test.for([
  ['org', { kind: 'org' }],
  [' default ', { kind: 'default' }],
  ['team:Core Platform', { kind: 'team', name: 'Core Platform' }],
  ['members: Web ', { kind: 'members', name: 'Web' }],
  ['model:opus-4', { kind: 'model', id: 'opus-4' }],
  ['team: a:b', { kind: 'team', name: 'a:b' }],
  ['user: Ann@Acme.Example ', { kind: 'user', email: 'ann@acme.example' }],
] as const)('%s is read as a scope', ([text, scope]) => {
  expect(parseScope(text)).toEqual(scope);
});

test.for([
  '',
  'Org',
  'everyone',
  'team:',
  'team:  ',
  'members:',
  'model: ',
  'user:ann',
  'user:',
  'users:ann@acme.example',
  `team:${'x'.repeat(257)}`,
])('%s is no scope', (text) => {
  expect(parseScope(text)).toBeUndefined();
});

test('a scope is read back from its own text', () => {
  const team = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');
  const email = fc.string({ minLength: 1, maxLength: 40 }).map((text) => `x@${text.trim()}`);
  const text = fc.oneof(
    team.map((name) => `team:${name}`),
    team.map((name) => `members:${name}`),
    team.map((name) => `model:${name}`),
    email.filter(isOneEmail).map((each) => `user:${each}`),
  );

  fc.assert(
    fc.property(text, (given) => {
      const scope = parseScope(given);

      expect(scope).toBeDefined();
      expect(scope === undefined ? undefined : parseScope(formatScope(scope))).toEqual(scope);
    }),
  );
});

test.each(['user:*@acme.example', 'user:Ana <ana@acme.example>', 'user:a@acme.example;b@acme.example', 'user:a@b,c'])(
  '%s names no one person',
  (text) => {
    expect(parseScope(text)).toBeUndefined();
  },
);

test.for([
  ['user:*@acme.example', 'for all of *@acme.example make a team with that member, and give team:NAME'],
  ['*@acme.example', 'make a team with that member'],
  ['user:Ana <Ana@acme.example>', 'the nearest is user:ana@acme.example'],
  ['ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['user:user:ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['user:mailto:ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['USER: ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['user:a@x.example;b@x.example', 'one row or command is for one person: user:a@x.example, then user:b@x.example'],
  ['user:mailto:Ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['user:user:ana@acme.example.', 'the nearest is user:ana@acme.example'],
  ["'ana@acme.example'", 'the nearest is user:ana@acme.example'],
  ['user:(Ana) ana@acme.example', 'the nearest is user:ana@acme.example'],
  ['member:web', 'the nearest is members:web'],
  ['modle:opus', 'the nearest is model:opus'],
  ['defualt', 'the nearest is default'],
  ['user:a@x.example|b@x.example', 'user:a@x.example, then user:b@x.example'],
  ['user:a@x.example, b@x.example', 'user:a@x.example, then user:b@x.example'],
] as const)('%s is no scope, and the nearest one is named', ([text, remedy]) => {
  expect(parseScope(text)).toBeUndefined();
  expect(scopeRemedy(text)).toContain('give org, default, team:NAME, members:TEAM, user:EMAIL or model:ID; ');
  expect(scopeRemedy(text)).toContain(remedy);
});

test('nothing is near to what names nobody', () => {
  expect(scopeRemedy('user:ana')).toBe('give org, default, team:NAME, members:TEAM, user:EMAIL or model:ID');
});
