import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lineDiff, type DiffLine } from '../../../../console/pages/controls/revision/line-diff.ts';
import {
  exportFilter,
  noTimelineFilter,
  saidFilter,
} from '../../../../console/pages/controls/timeline/timeline-filter.ts';

const linesOf = (kinds: readonly DiffLine['kind'][], lines: readonly DiffLine[]) =>
  lines.flatMap((line) => (line.kind !== 'gap' && kinds.includes(line.kind) ? [line.text] : []));

test('a changed line is shown as removed and added, with three lines around it and the rest counted', () => {
  const before = Array.from({ length: 20 }, (_all, index) => `line ${index}`);

  const lines = lineDiff(before.join('\n'), before.with(10, 'other').join('\n'));

  expect(lines).toEqual([
    { kind: 'gap', lines: 7 },
    ...['line 7', 'line 8', 'line 9'].map((text) => ({ kind: 'same', text })),
    { kind: 'removed', text: 'line 10' },
    { kind: 'added', text: 'other' },
    ...['line 11', 'line 12', 'line 13'].map((text) => ({ kind: 'same', text })),
    { kind: 'gap', lines: 6 },
  ]);
});

test('equal texts differ in nothing, and from any difference both texts can be read', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const isAll = before !== after && lines.every(({ kind }) => kind !== 'gap');

      expect(lines.length === 0).toBe(before === after);
      expect(isAll ? linesOf(['same', 'removed'], lines).join('\n') : before).toBe(before);
      expect(isAll ? linesOf(['same', 'added'], lines).join('\n') : after).toBe(after);
    }),
    { numRuns: 200 },
  );
});

test('a filter is what is said in the address, and a day that is still being written is not', () => {
  const filter = {
    ...noTimelineFilter,
    direction: 'loosened',
    path: ' ',
    from: '2026-1',
    to: '2026-11-30',
    tab: 'evidence',
  };

  expect(saidFilter(filter)).toEqual({ direction: 'loosened', to: '2026-11-30' });
  expect(exportFilter(filter)).toMatchObject({ direction: ['loosened'], severity: [], path: [], to: '2026-11-30' });
});
