import { expect, test } from 'vitest';
import { redactText } from '../../../../../shared/adapters/platform/redaction/redact-text.ts';

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
