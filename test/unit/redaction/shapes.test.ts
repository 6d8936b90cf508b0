import { describe, expect, test } from 'vitest';

import { redactSettings } from '../../../shared/redaction/redact-settings.ts';
import { redactText } from '../../../shared/redaction/redact-text.ts';
import { plainShapes } from '../../support/redaction/plain-shapes.ts';
import { secretShapes } from '../../support/redaction/secret-shapes.ts';

const marks = /[‹›]/gu;

function shown(text: string): string {
  const redacted = redactText(text, 'documented', () => 'x');
  return typeof redacted === 'string' ? redacted : '';
}

describe.each(Object.entries(secretShapes))('a secret is hidden: %s', (_kind, texts) => {
  test.each(texts)('%s', (marked) => {
    const secrets = Array.from(marked.matchAll(/‹([^›]+)›/gu), ([, secret = '']) => secret);

    const text = shown(marked.replaceAll(marks, ''));

    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

test.each(plainShapes)('an ordinary value stays readable: %s', (text) => {
  expect(shown(text)).toBe(text);
});

test.each(['anthropic', 'openai', 'bedrock'])('the provider of a custom model stays readable: %s', (provider) => {
  const settings = { customModels: [{ id: 'gpt', provider }] };

  expect(redactSettings(settings, () => 'x')).toEqual(settings);
});

test('what is no word in the place of a provider is hidden', () => {
  const redacted = redactSettings({ customModels: [{ id: 'gpt', provider: 'q8Zx!2kLm' }] }, () => 'x');

  expect(JSON.stringify(redacted)).not.toContain('q8Zx');
});

// Beginnings of what the rules look for, over and over.
const repeated = [
  '"',
  "'a'",
  '"+"',
  '<<<',
  '<<< a',
  '<<A\\n',
  'echo a | su ',
  'send ',
  'net use ',
  'net user a ',
  '0x1a2b, ',
  'a1b2c-',
  'hooks.a.',
  '/hooks/',
  'scott/a@',
  'sqlplus ',
  '-u a ',
  '-U a%',
  'password of ',
  'пароль от ',
  '密码',
  '-b a=',
  'crypt("',
  'oathtool ',
  'redis-cli AUTH ',
  'schtasks /rp ',
  'name: a_b ',
  'a1 LOGIN ',
  '<(echo ',
  'password for ',
  'login with a / ',
  '("key", ',
  'put-parameter ',
  'bundle config ',
  ' -N ',
  '\\x41',
  'a',
  ' ',
  '\n',
];

test.each(repeated)('100 kB of %j are read in time that grows with their length alone', (part) => {
  const textOf = (chars: number) => part.repeat(Math.ceil(chars / part.length)).slice(0, chars);
  const quickestMs = (chars: number) =>
    Math.min(
      ...Array.from({ length: 2 }, () => {
        const began = performance.now();
        shown(textOf(chars));
        return performance.now() - began;
      }),
    );

  const [tenth, whole] = [quickestMs(10_000), quickestMs(100_000)];

  // Ten times as much takes ten times as long; a hundred times would be the square.
  expect(whole).toBeLessThan(Math.max(100, tenth) * 35);
});

test('each corpus is of different texts, more than 250 of them', () => {
  for (const texts of [Object.values(secretShapes).flat(), plainShapes]) {
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThan(250);
  }
});
