import { expect, test } from 'vitest';

import { printableText } from '../../../../shared/kernel/texts/printable-text.ts';

test('control, invisible and bidirectional characters become blanks', () => {
  expect(printableText('a\r\nb\u001B[31mc\u202Ed\u200Be\uFEFF')).toBe('a b [31mc d e');
});

test('a long text is cut and says so', () => {
  expect(printableText('x'.repeat(50), 10)).toBe('xxxxxxxxx…');
});
