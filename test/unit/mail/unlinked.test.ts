import fc from 'fast-check';
import topLevelDomains from 'tlds' with { type: 'json' };
import { describe, expect, test } from 'vitest';

import { printable } from '../../../shared/mail/printable.ts';
import { unlinked } from '../../../shared/mail/unlinked.ts';
import { anyText } from '../../support/mail-samples.ts';

const printed = (text: string): string => unlinked(printable(text), ['acme.example']);

/** What the most eager of mail clients makes links of, in the width and case that a browser reads. */
const domain = [...topLevelDomains, 'example'].map((name) => name.replaceAll('.', String.raw`\.`)).join('|');
const links = [
  new RegExp(String.raw`[\p{L}\p{N}]\.(?:${domain}|xn--[a-z0-9-]+)(?![\p{L}\p{N}])(?!\.[a-z]+[A-Z])`, 'iu'),
  /\bwww\d*\.[\p{L}\p{N}]/iu,
  /\/\/(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}]/iu,
  /(?:^|\s)\/\/[\p{L}\p{N}[]+(?:[\s:/]|$)/iu,
  /[\p{L}\p{N}]@[\p{L}\p{N}-]+\.[\p{L}\p{N}]/iu,
  /\b(?:https?|mailto|tel|ftp|file|javascript|news|skype):[^\s]/iu,
  /(?<![\\\p{L}:])\\\\[\p{L}\p{N}]/u,
  /\d(?:\.\d{1,3}){3}(?::\d+)?\/[\p{L}]/u,
];
const linksIn = (text: string) => links.filter((link) => link.test(text.normalize('NFKC').replaceAll('。', '.')));

describe('a text from outside', () => {
  test.each([
    ['www.evil.example', 'www[.]evil[.]example'],
    ['evil.com', 'evil[.]com'],
    ['evil.co.uk:8443/pay?x=1', 'evil[.]co[.]uk:8443/pay?x=1'],
    ['//evil.example/x', '//evil[.]example/x'],
    ['//localhost/x', '// localhost/x'],
    ['see https://evil.zip.', 'see https: //evil[.]zip.'],
    ['https://user:pw@evil.com', 'https: // user:pw@evil[.]com'],
    ['eve@evil.com', 'eve@evil[.]com'],
    ['ann@acme.example/pay', 'ann@acme[.]example/pay'],
    ['ann@acme.example.evil.com', 'ann@acme[.]example[.]evil[.]com'],
    ['mailto:eve', 'mailto: eve'],
    ['tel:+491234567', 'tel: +491234567'],
    [String.raw`\\evil\share`, String.raw`\\ evil\share`],
    ['пример.рф', 'пример[.]рф'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd[.]xn--p1ai'],
    ['ｅｖｉｌ．ｃｏｍ', 'ｅｖｉｌ[．]ｃｏｍ'],
    ['evil。com', 'evil[。]com'],
    ['*.evil.com', '*.evil[.]com'],
    ['evil.com’s', 'evil[.]com’s'],
    ['EVIL.COM.', 'EVIL[.]COM.'],
    ['1.2.3.4/login', '1[.]2[.]3[.]4/login'],
    ['1.2.3.4:8080/x', '1[.]2[.]3[.]4:8080/x'],
    ['1.2.3.4/24/x', '1[.]2[.]3[.]4/24/x'],
  ])('%s is printed as %s, which no client makes a link of', (text, expected) => {
    expect(printed(text)).toBe(expected);
    expect(linksIn(printed(text))).toEqual([]);
  });

  test.each([
    'Ann O’Neil',
    'modelPolicy.allowCustomModels',
    'sandbox.network.allowedDomains',
    'settings.json',
    'src/app.ts',
    'gpt-4.1-mini',
    '10.0.0.0/8',
    '10.0.0.5:8080',
    '10.0.0.0/8, 10.1.0.0/16.',
    '2001:db8::/32',
    'v1.2.3',
    '1.5M of 2.5M credits',
    'budget of user:ann@acme.example',
    'ann@acme.example, bob@eu.acme.example.',
    String.raw`C:\Users\ann`,
    'key: value',
    'Signature: q1//localhost/w+//Zm9v==',
    'no. 5, e.g. this',
  ])('that holds no link, or an address of the recipient’s own domain, stays: %s', (text) => {
    expect(printed(text)).toBe(text);
  });

  test('never becomes a link, wherever a host stands in it, and stays as it is printed', () => {
    const host = fc
      .tuple(
        fc.constantFrom('evil', 'www.evil', 'gw.evil', 'xn--evl-rma', 'münchen', 'e-v-i-l'),
        fc.constantFrom('.', '。', '．', '｡'),
        fc.constantFrom('com', 'co.uk', 'io', 'zip', 'example', 'рф', 'xn--p1ai', 'MUSEUM', 'ｃｏｍ'),
      )
      .map((parts) => parts.join(''));
    const around = fc.constantFrom(
      '',
      ' ',
      '/',
      '//',
      'https://',
      'eve@',
      'mailto:eve@',
      '(',
      '<',
      '"',
      '’',
      ':',
      ',',
      '.',
      '-',
    );
    const text = fc.tuple(anyText, around, host, around, anyText).map((parts) => parts.join(''));

    fc.assert(
      fc.property(text, (outside) => {
        expect(linksIn(printed(outside).replaceAll('everybody@acme.example', 'everybody'))).toEqual([]);
        expect(unlinked(printed(outside), ['acme.example'])).toBe(printed(outside));
      }),
      { numRuns: 500 },
    );
  });

  test('an address at a domain of the organization stays, and none at a domain that looks like it', () => {
    const print = (text: string): string => unlinked(printable(text), ['acme.example', 'acme.de']);

    expect(print('ann@acme.de, bob@eu.acme.de and cem@acme.example')).toBe(
      'ann@acme.de, bob@eu.acme.de and cem@acme.example',
    );
    expect(print('--set user:ann@acme.de')).toBe('--set user:ann@acme.de');
    for (const outside of [
      'ann@acme.de.evil.com',
      'ann@evilacme.de',
      'ann@acmexde.com',
      'acme.de',
      'ann@acme.de/pay',
    ]) {
      expect({ outside, links: linksIn(print(outside)) }).toEqual({ outside, links: [] });
    }
  });

  test('without a domain of the organization every address is broken up', () => {
    expect(unlinked('ann@acme.example', [])).toBe('ann@acme[.]example');
  });

  test.each(['a.', 'a@', '//', 'www.', 'x@acme.example', 'a.com/', '\\\\', 'http:', '.', 'ann@acme.example.'])(
    'of 100 kB is read in time that grows with its length alone: %s',
    (part) => {
      const msOf = (chars: number): number => {
        const began = performance.now();
        unlinked(part.repeat(chars / part.length), ['acme.example']);
        return performance.now() - began;
      };
      msOf(10_000);

      expect(msOf(100_000)).toBeLessThan(Math.max(50, msOf(10_000)) * 35);
    },
  );
});
