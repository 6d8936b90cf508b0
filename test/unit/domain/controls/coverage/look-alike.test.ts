import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';

import { describeLookAlikes, lookAlikeIn } from '../../../../../shared/domain/controls/coverage/look-alike.ts';
import { withLetters } from '../../../../../shared/domain/controls/coverage/punycode.ts';

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

test('punycode counts as the letters that it shows', () => {
  const hosts = ['аррӏе.com', 'münchen.example', '例え.jp', 'пример.рф', 'ليهمابتكلموشعربي.eg', 'a-ñ-b.com'];

  expect(hosts.map((host) => withLetters(domainToASCII(host)))).toEqual(hosts);
  expect(['xn--', 'xn--999999999', `xn--${'a'.repeat(99)}`].map(withLetters)).toEqual([
    'xn--',
    'xn--999999999',
    `xn--${'a'.repeat(99)}`,
  ]);
  expect(describeLookAlikes(['xn--80ak6aa92e.com']).join()).toMatch(/“аррӏе”.*U\+0430/u);
});
