import { expect, test } from 'vitest';

import { fourLetterWords } from '../../../shared/redaction/words/four-letter-words.ts';
import { knownWords } from '../../../shared/redaction/words/known-words.ts';

test('the known words of four letters are those that are kept apart, and no others', () => {
  expect(fourLetterWords.size).toBeGreaterThan(300);
  expect([...knownWords].filter((word) => word.length === 4).toSorted()).toEqual([...fourLetterWords].toSorted());
});
