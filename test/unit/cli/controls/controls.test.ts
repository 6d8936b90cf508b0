import { expect, test } from 'vitest';

import { requireRevision, revisionIn } from '../../../../cli/controls/controls.ts';
import { revisionRangeIn } from '../../../../shared/controls/api/controls-input.ts';

test('a number is a revision, and anything else the name of a file', () => {
  expect(['42', '0', './42', '42.json', '-1', '1e3', ' 42'].map(revisionIn)).toEqual([
    42,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('where only a revision will do, anything else is wrong usage', () => {
  expect(requireRevision('42')).toBe(42);
  expect(() => requireRevision('x\u001b[31m')).toThrow('not the number');
});

test('revisions are one or a range of them that is not absurdly long', () => {
  expect(revisionRangeIn('42')).toEqual({ from: 42, through: 42 });
  expect(revisionRangeIn('42-48')).toEqual({ from: 42, through: 48 });
  expect(revisionRangeIn('gap/1')).toBeUndefined();
  expect(() => revisionRangeIn('48-42')).toThrow('1 to 200');
  expect(() => revisionRangeIn('1-201')).toThrow('1 to 200');
});
