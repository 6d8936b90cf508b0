import fc from 'fast-check';
import { expect, test } from 'vitest';

import { redactText, rememberSpans } from '../../../shared/redaction/redact-text.ts';

const redacted = (text: string) => redactText(text, 'documented', () => 'hidden');

test.each(['The test command ends with exit code 1', 'Code that does nothing runs here'])(
  'a sentence with words of four letters is shown: %s',
  (sentence) => {
    expect(redacted(sentence)).toBe(sentence);
  },
);

test.each(['qzjw xkpv mhrd ybtn', 'use qzjw-xkpv-mhrd-ybtn there'])(
  'an app password of four groups of letters is hidden: %s',
  (text) => {
    expect(JSON.stringify(redacted(text))).not.toMatch(/qzjw|xkpv|mhrd|ybtn/u);
  },
);

const find = (text: string) => (text === '' ? [] : [{ start: 0, end: text.length }]);

test('a search that remembers finds what the search finds, however many texts lie between', () => {
  const remembered = rememberSpans(find);

  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 2_000 }), (texts) => {
      expect(texts.map(remembered)).toEqual(texts.map(find));
    }),
    { numRuns: 20 },
  );
});

test('a text is looked at once, and again when it is long or was forgotten', () => {
  const looked: string[] = [];
  const remembered = rememberSpans((text) => {
    looked.push(text);
    return find(text);
  });
  const timesLooked = (text: string) => looked.filter((each) => each === text).length;
  const others = (name: string) => Array.from({ length: 4_000 }, (_, index) => `${name} ${index}`);
  const long = 'x'.repeat(1_001);

  ['often', 'once', long, 'often', 'once', long].forEach(remembered);
  expect([timesLooked('often'), timesLooked('once'), timesLooked(long)]).toEqual([1, 1, 2]);

  for (const other of others('other')) {
    remembered(other);
    remembered('often');
  }
  remembered('once');
  expect([timesLooked('often'), timesLooked('once')]).toEqual([1, 2]);
});
