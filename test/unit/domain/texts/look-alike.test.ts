import { expect, test } from 'vitest';

import { describeLookAlikes, lookAlikeIn, readingOf } from '../../../../shared/domain/texts/look-alike.ts';

test.for([
  ['gіthub.com', 'gіthub'],
  ['api.аррӏе.com', 'аррӏе'],
  ['https://exαmple.org/x', 'exαmple'],
])('%s imitates another name', ([name, word]) => {
  expect(lookAlikeIn(name ?? '')).toBe(word);
});

test.for(['github.com', 'münchen.example', 'яндекс.рф', 'παράδειγμα.gr', '例え.jp'])(
  '%s is a name of its own',
  (name) => {
    expect(lookAlikeIn(name)).toBeUndefined();
  },
);

test('the letters in question are named by their code points', () => {
  expect(describeLookAlikes(['github.com', 'gіthub.com']).join()).toMatch(/“gіthub”.*U\+0456/u);
});

test.for([
  ['Anna@ACME.example', 'anna@acme.example'],
  ['аnnа@acme.example', 'anna@acme.example'],
  ['ｂｏｂ@acme.example', 'bob@acme.example'],
  ['ορρ@acme.example', 'opp@acme.example'],
  ['жанна@пример.рф', 'жahha@npиmep.pф'],
])('%s reads as %s at a glance', ([name = '', reading]) => {
  expect(readingOf(name)).toBe(reading);
});
