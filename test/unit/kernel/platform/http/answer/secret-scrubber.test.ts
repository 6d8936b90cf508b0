import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { secretScrubber } from '../../../../../../shared/kernel/platform/http/answer/secret-scrubber.ts';

const SECRET = 'sk/9+Zt"41=QwErTy';

describe('secretScrubber', () => {
  test.each([
    ['as it is', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 behind a scheme', Buffer.from(`Bearer ${SECRET}`).toString('base64')],
    ['in hexadecimal', Buffer.from(SECRET).toString('hex')],
    ['escaped for JSON', JSON.stringify(SECRET)],
  ])('takes the secret %s out of a text', (_, spelling) => {
    const scrubbed = secretScrubber(SECRET).text(`no access with ${spelling}, sorry`);

    expect(longestShared(scrubbed, spellingsOf(SECRET))).toBeLessThan(8);
    expect(scrubbed).toContain('[redacted]');
    expect(scrubbed).toContain('sorry');
  });

  test('no piece of eight or more characters of any secret is left in any text', () => {
    const secrets = fc.string({
      minLength: 8,
      maxLength: 40,
      unit: fc.constantFrom('a', 'b', 'X', 'Y', '0', '9', '-', '_'),
    });
    fc.assert(
      fc.property(secrets, fc.string(), fc.nat(8), (secret, around, cut) => {
        const scrubbed = secretScrubber(secret).text(`${around}${secret.slice(0, secret.length - cut)}${around}`);

        expect(longestShared(scrubbed.replaceAll('[redacted]', ' '), [secret])).toBeLessThan(8);
      }),
    );
  });

  test('a text without the secret is left alone', () => {
    expect(secretScrubber(SECRET).text('the role needs Manager or Owner')).toBe('the role needs Manager or Owner');
  });

  test('a body loses the secret and nothing else', () => {
    expect(secretScrubber('abcdefgh').body('{"echo":"abcdefgh","half":"abcdefg"}')).toBe(
      '{"echo":"[redacted]","half":"abcdefg"}',
    );
  });

  test('a key of a few characters does not tear holes into a body', () => {
    expect(secretScrubber('id').body('{"id":"user_01"}')).toBe('{"id":"user_01"}');
  });
});

function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('hex')];
}

function longestShared(text: string, secrets: readonly string[]): number {
  let longest = 0;
  for (const secret of secrets) {
    for (let start = 0; start < secret.length; start += 1) {
      while (start + longest < secret.length && text.includes(secret.slice(start, start + longest + 1))) {
        longest += 1;
      }
    }
  }
  return longest;
}
