import fc from 'fast-check';
import { expect, test } from 'vitest';

import { domainOfGlob, matchesEmailGlob } from '../../../shared/teams/member-rule.ts';
import { withCpuTime } from '../../support/cpu-time.ts';

test.for([
  ['*@sales.example', 'ana@sales.example', true],
  ['*@sales.example', 'ana@presales.example', false],
  ['*@sales.example', 'ana@sales.example.org', false],
  ['*@sales.example', '@sales.example', true],
  ['*@*.sales.example', 'ana@eu.sales.example', true],
  ['*@*.sales.example', 'ana@sales.example', false],
  ['*sales.example@b', 'ana@sales.example@b', false],
  ['a*a@b', 'a@b', false],
  ['a*a@b', 'aa@b', true],
  ['*a*b*@c', 'xbxaxb@c', true],
  ['*a*b*@c', 'ba@c', false],
  ['*.*@c', 'a.b@c', true],
  ['a.c@b*', 'abc@b', false],
] as const)('%s matches %s: %s', ([pattern, email, expected]) => {
  expect(matchesEmailGlob(pattern, email)).toBe(expected);
});

test('a glob matches exactly what its stars can be filled in to', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 6 });
  const part = fc.array(fc.oneof(text, fc.constant('*')), { maxLength: 5 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.tuple(part, part), fc.tuple(text, text), (patternParts, emailParts) => {
      const [pattern, email] = [patternParts.join('@'), emailParts.join('@')];
      const asExpression = pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '[^@]*');

      expect(matchesEmailGlob(pattern, email)).toBe(new RegExp(`^${asExpression}$`).test(email));
    }),
  );
});

test('a glob that makes others go back again and again is decided at once', async () => {
  const { result, cpuMs } = await withCpuTime(() => matchesEmailGlob(`${'*a'.repeat(150)}b@c`, `${'a'.repeat(300)}@c`));

  expect(result).toBe(false);
  expect(cpuMs).toBeLessThan(500);
});

test('the domain of a glob is known unless it is open', () => {
  expect(domainOfGlob('*@sales.example')).toBe('sales.example');
  expect(domainOfGlob('*@*.example')).toBeUndefined();
});
