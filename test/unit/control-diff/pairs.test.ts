import { describe, expect, test } from 'vitest';

import { faultsOf, pairsIn } from '../../support/controls-pairs.ts';

describe.each(['pairs.json', 'neighbours.json'])('a change of settings in %s', (file) => {
  const pairs = pairsIn(file).map((pair, at) => [`${at} ${pair.group}: ${pair.name}`, pair] as const);

  test.each(pairs)('means what it does: %s', (_name, pair) => {
    expect(faultsOf(pair, false)).toEqual([]);
  });

  test.each(pairs)('means it without its secrets: %s', (_name, pair) => {
    expect(faultsOf(pair)).toEqual([]);
  });
});
