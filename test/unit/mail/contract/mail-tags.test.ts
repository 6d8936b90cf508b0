import fc from 'fast-check';
import { expect, test } from 'vitest';

import { mailIdIn, mailTagsOf } from '../../../../shared/mail/contract/mail-events.ts';

function asEvent(mailId: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(mailTagsOf(mailId).map(({ name, value }) => [name, [value]]));
}

// What DynamoDB takes as a key; lone surrogates are no text there either.
const mailId = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 2_048 })
  .filter((id) => Buffer.byteLength(id) <= 2_048);

test('every id that a mail may have comes back from its tags, among those of SES', () => {
  fc.assert(
    fc.property(mailId, (id) => {
      expect(mailIdIn({ 'ses:operation': ['SendEmail'], ...asEvent(id) })).toBe(id);
    }),
  );
});

test('tags hold nothing that SES would refuse, and no more than it takes', () => {
  fc.assert(
    fc.property(mailId, (id) => {
      const tags = mailTagsOf(id);

      expect(tags.length).toBeLessThanOrEqual(50);
      for (const text of tags.flatMap(({ name, value }) => [name, value])) {
        expect(text).toMatch(/^[\w-]{1,256}$/);
      }
    }),
  );
});

test('an id that no table could hold has no tags', () => {
  expect(mailTagsOf('x'.repeat(3_000))).toEqual([]);
});

test.each([
  ['no tags', {}],
  ['other tags', { 'ses:operation': ['SendEmail'] }],
  ['a piece that is missing', { 'curfew-mail-2': ['bS0x'] }],
  ['what is not written as we write', { 'curfew-mail-1': ['bS0x', 'more'], 'curfew-mail-2': ['!'] }],
  ['no text', { 'curfew-mail-1': ['_w'] }],
  ['an empty list', { 'curfew-mail-1': [] }],
])('%s names no mail', (_title, tags) => {
  expect(mailIdIn(tags)).toBeUndefined();
});
