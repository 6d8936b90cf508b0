import { domainToASCII } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { lookAlikesIn, lookAlikeText } from '../../../../shared/kernel/texts/look-alike-header.ts';
import {
  describeLookAlikes,
  lookAlikeIn,
  markLookAlikes,
  readingOf,
  tellApart,
  tellApartToo,
  withLetters,
} from '../../../../shared/kernel/texts/look-alike.ts';

afterEach(() => tellApart(new Map()));

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
  ['paypa1@acme.example', 'paypal@acme.example'],
  ['b0b@acme.example', 'bob@acme.example'],
  ['ạnnà@acme.example', 'anna@acme.example'],
  ['ann@xn--cme-5cd.example', 'ann@acme.example'],
  ['жанна@пример.рф', 'жahha@npиmep.pф'],
])('%s reads as %s at a glance', ([name = '', reading]) => {
  expect(readingOf(name)).toBe(reading);
});

test('punycode counts as the letters that it shows', () => {
  const hosts = ['аррӏе.com', 'münchen.example', '例え.jp', 'пример.рф', 'ليهمابتكلموشعربي.eg', 'a-ñ-b.com'];
  const others = ['xn--', 'xn--999999999', `xn--${'a'.repeat(99)}`];

  expect(hosts.map((host) => withLetters(domainToASCII(host)))).toEqual(hosts);
  expect(others.map(withLetters)).toEqual(others);
  expect(describeLookAlikes(['xn--80ak6aa92e.com']).join()).toMatch(/“аррӏе”.*U\+0430/u);
});

test.for([
  ['theо.nguyen2@acme.example', 'theо.nguyen2@acme.example (Cyrillic letters)'],
  [
    'stopped: user:ορρ@acme.example, ann@acme.example.',
    'stopped: user:ορρ@acme.example (Greek letters), ann@acme.example.',
  ],
  ['It is аnnа@acme.example.', 'It is аnnа@acme.example (Cyrillic letters).'],
  ['<anna@асmе.example>', '<anna@асmе.example (Cyrillic letters)>'],
  ['bıll@acme.example', 'bıll@acme.example (unusual Latin letters)'],
  ['ann@xn--cme-5cd.example', 'ann@xn--cme-5cd.example (Cyrillic letters)'],
])('an address that could be taken for another says which letters it has: %s', ([text = '', marked]) => {
  expect(markLookAlikes(text)).toBe(marked);
  expect(markLookAlikes(markLookAlikes(text))).toBe(marked);
});

test.for([
  'josé@acme.example',
  'жанна@пример.рф',
  'bill@acme.example pays 100 €',
  'сара',
  'Run: npx curfew explain аnnа@acme.example',
  '@',
])('addresses of another alphabet, other words and commands stay: %s', (text) => {
  expect(markLookAlikes(text)).toBe(text);
});

test('a very long word is read in linear time', () => {
  const long = `${'а'.repeat(200_000)}@${'@а.'.repeat(50_000)}`;

  expect(markLookAlikes(long).startsWith(long.slice(0, 1_000))).toBe(true);
});

test.for([
  [
    'user:b0b@acme.example and B0B@acme.example.',
    'user:b0b@acme.example (user …4f2a) and B0B@acme.example (user …4f2a).',
  ],
  ['bob@acme.example, ann@acme.example', 'bob@acme.example (user …91c3), ann@acme.example'],
  ['Run: npx curfew explain b0b@acme.example', 'Run: npx curfew explain b0b@acme.example'],
])('an account that looks like another says which it is, wherever its address stands: %s', ([text = '', marked]) => {
  tellApart(new Map([['b0b@acme.example', 'user-4f2a']]));
  tellApartToo(new Map([['bob@acme.example', 'user-91c3']]));

  expect(markLookAlikes(text)).toBe(marked);
  expect(markLookAlikes(markLookAlikes(text))).toBe(marked);
});

test('a header names look-alikes, as many as fit, and is read back', () => {
  const accounts = new Map([
    ['b0b@acme.example', 'user 1, 2'],
    ['jösé,b0b@acme.example', 'ü'],
  ]);
  const many = new Map(Array.from({ length: 1_000 }, (_, index) => [`p${index}@acme.example`, `u${index}`] as const));

  expect(lookAlikesIn(lookAlikeText(accounts) ?? null)).toEqual(accounts);
  expect(lookAlikeText(accounts)).toMatch(/^[\x21-\x7E ]+$/u);
  expect(lookAlikeText(many)?.length).toBeLessThan(4_000);
  expect(lookAlikeText(new Map())).toBeUndefined();
  expect([lookAlikesIn(null), lookAlikesIn('%E0%A4 u1, b0b')]).toEqual([new Map(), new Map()]);
});
