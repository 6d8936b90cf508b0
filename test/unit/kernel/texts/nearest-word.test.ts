import { expect, test } from 'vitest';

import {
  meantWord,
  mistakesBetween,
  nearestWord,
  nearestChoice,
} from '../../../../shared/kernel/texts/nearest-word.ts';

test.each([
  ['', '', 0],
  ['ab', '', 2],
  ['', 'abc', 3],
  ['amount', 'ammount', 1],
  ['pilot', 'pilto', 1],
  ['ca', 'abc', 3],
  ['kitten', 'sitting', 3],
])('%j and %j differ by their mistakes: %i', (first, second, mistakes) => {
  expect(mistakesBetween(first, second)).toBe(mistakes);
  expect(mistakesBetween(second, first)).toBe(mistakes);
});

test('a word is near where at most a third of its letters are otherwise, whatever the case', () => {
  expect(nearestWord('PAYMNTS', ['core', 'payments'])).toBe('payments');
  expect(nearestWord('paxxxnts', ['payments'])).toBeUndefined();
  expect(nearestWord('web', [])).toBeUndefined();
});

test('the first of the nearest is meant, and otherwise what is said in its place', () => {
  expect(meantWord('coer', ['cort', 'core', 'corn'], 'see "teams list"')).toBe('did you mean "core"?');
  expect(meantWord('x', ['core'], 'see "teams list"')).toBe('see "teams list"');
});

test('the only word that begins so is near, whatever is missing at its end', () => {
  const emails = ['ana.lopez@acme.example', 'ann.berg@acme.example'];

  expect(nearestWord('Ann.berg', emails)).toBe('ann.berg@acme.example');
  expect(nearestWord('an', emails)).toBeUndefined();
  expect(nearestWord('a', ['ann.berg@acme.example'])).toBeUndefined();
});

test.for([
  ['none', ['credits', 'money', 'both'], 'credits'],
  ['All', ['credits', 'money', 'both'], 'both'],
  ['off', ['observe', 'alert', 'enforce'], 'observe'],
  ['disabled', ['off', 'shadow', 'on'], 'off'],
  ['auto', ['propose', 'act'], 'act'],
  ['warning', ['critical', 'high', 'medium', 'low', 'info'], 'medium'],
  ['usedup', ['used-up', 'lasting'], 'used-up'],
  ['blue', ['propose', 'act'], undefined],
] as const)('of few choices the nearest is also the one that means the same: %s', ([word, choices, nearest]) => {
  expect(nearestChoice(word, choices)).toBe(nearest);
});
