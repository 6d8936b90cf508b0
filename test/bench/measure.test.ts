import { expect, test } from 'vitest';

import { versionsOf, versionsText } from '../../bench/measure/figures.ts';
import { measureInterleaved } from '../../bench/measure/interleaved.ts';
import { spreadOf, spreadText } from '../../bench/measure/spread.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** Long enough to be a sample of its own. */
function spin(): void {
  const endMs = performance.now() + 16;
  while (performance.now() < endMs) {
    // Time passes.
  }
}

test('those that are measured take turns, each first in another round', async () => {
  const order: string[] = [];
  const contestant = (name: string) => ({
    name,
    run: () => {
      order.push(name);
      spin();
    },
  });

  const timings = await measureInterleaved([contestant('a'), contestant('b')], 2, 0);

  expect(order.slice(-4)).toEqual(['a', 'b', 'b', 'a']);
  expect(timings.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(timings.every(({ wallMs }) => wallMs.min >= 15 && wallMs.max >= wallMs.median)).toBe(true);
});

test('a spread is the median with the least and the most', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ median: 2, min: 1, max: 3 });
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(spreadText({ median: 2, min: 1, max: 3 }, 'ms', 1)).toBe('2.0 ms (1.0–3.0)');
  expect(spreadText({ median: 2, min: 2, max: 2 }, '', 0)).toBe('2');
});

test('the versions printed of the peers are those that package.json pins', () => {
  const peers = [
    'ajv',
    'deep-diff',
    'fast-json-patch',
    'highs',
    'json-diff-ts',
    'jsondiffpatch',
    'microdiff',
    'valibot',
  ];
  const pinned: Readonly<Record<string, string>> = packageJson.devDependencies;

  const versions = versionsOf(peers);

  expect(versions).toEqual(Object.fromEntries(peers.map((name) => [name, pinned[name]])));
  expect(versionsText({ ajv: '1.2.3', highs: '4.5.6' })).toBe('ajv 1.2.3, highs 4.5.6');
});
