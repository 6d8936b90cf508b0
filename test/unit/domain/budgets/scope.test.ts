import fc from 'fast-check';
import { expect, test } from 'vitest';

import { formatScope, parseScope } from '../../../../shared/domain/budgets/scope.ts';

test.for([
  ['org', { kind: 'org' }],
  [' default ', { kind: 'default' }],
  ['team:Core Platform', { kind: 'team', name: 'Core Platform' }],
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
  'user:ann',
  'user:',
  'users:ann@acme.example',
  `team:${'x'.repeat(257)}`,
])('%s is no scope', (text) => {
  expect(parseScope(text)).toBeUndefined();
});

test('a scope is read back from its own text', () => {
  const name = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== '');

  fc.assert(
    fc.property(name, fc.constantFrom('team:', 'user:x@'), (text, prefix) => {
      const scope = parseScope(`${prefix}${text}`);

      expect(scope).toBeDefined();
      expect(scope === undefined ? undefined : parseScope(formatScope(scope))).toEqual(scope);
    }),
  );
});
