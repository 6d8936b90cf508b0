import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  cleanToolName,
  describeCounts,
  mergedByCase,
  mergedTools,
} from '../../../../shared/digest/sections/platform-figures.ts';

test.for([
  ['Read', 'Read'],
  ['mcp__github__get_issue', 'mcp__github__get_issue'],
  ['Web Search', 'Web Search'],
  ['Read</tool_name>', 'Read'],
  ['Edit\n<parameter name="path">', 'Edit'],
  ['"Execute', 'Execute'],
  ['Grep\\u0000', 'Grep'],
  ['functions.Read:0', 'Read'],
  ['</>', undefined],
  ['', undefined],
] as const)('the tool %j is %j', ([name, clean]) => {
  expect(cleanToolName(name)).toBe(clean);
});

test('names that differ by letter case alone are one, spelled as most spell it', () => {
  const servers = [
    { name: 'github', count: 5 },
    { name: 'GitHub', count: 3 },
    { name: 'Linear', count: 4 },
    { name: 'github', count: 1 },
  ];

  expect(mergedByCase(servers)).toEqual([
    { name: 'github', count: 9 },
    { name: 'Linear', count: 4 },
  ]);
});

test('no call is lost by cleaning names, however odd they are', () => {
  const counts = fc.array(fc.record({ name: fc.string(), count: fc.nat(1_000) }), { maxLength: 20 });

  fc.assert(
    fc.property(counts, (said) => {
      const { tools, unnamed } = mergedTools(said);
      const total = said.reduce((sum, { count }) => sum + count, 0);

      expect(tools.reduce((sum, { count }) => sum + count, unnamed)).toBe(total);
      expect(mergedByCase(said).reduce((sum, { count }) => sum + count, 0)).toBe(total);
      expect(tools.every(({ name }) => /^[\p{L}\p{M}\p{N}_.:/@ -]{1,60}$/u.test(name))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('the first few are named, the others as one number', () => {
  const counts = ['a', 'b', 'c', 'd'].map((name, index) => ({ name, count: 1_000 - index }));

  expect(describeCounts(counts, 2)).toBe('a 1,000, b 999, 2 others 1,995');
  expect(describeCounts(counts.slice(0, 3), 2)).toBe('a 1,000, b 999, 1 other 998');
});
