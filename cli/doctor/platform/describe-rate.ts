import { grouped } from '../../../shared/domain/texts/grouped.ts';
import type { Figures } from '../check.ts';
import type { PlatformWatch } from './platform-watch.ts';

type Seen = Pick<PlatformWatch, 'calls' | 'limitHeaders' | 'refusedForRate' | 'longestWaitMs'>;

/** How many calls were made, what the platform said of its limits, and how often it wanted fewer calls. */
export function describeRate({
  calls,
  limitHeaders,
  refusedForRate,
  longestWaitMs,
}: Seen): [readonly string[], Figures] {
  const count = [...calls.values()].reduce((sum, each) => sum + each, 0);
  const headers = [...limitHeaders].map(([name, value]) => `${name}: ${value}`);
  return [
    [
      `${grouped(count)} calls`,
      refusedForRate === 0
        ? 'never asked to slow down (429)'
        : `asked to slow down (429) ${refusedForRate} times; the longest wait was ${(longestWaitMs / 1000).toFixed(1)} s`,
      ...(headers.length === 0 ? [] : [`headers on limits: ${headers.join(', ')}`]),
    ],
    { calls: count, refusedForRate },
  ];
}
