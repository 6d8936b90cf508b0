import { formatScope } from '../../budgets/scope.ts';
import type { Shortfall } from '../../caps/top-up-gain.ts';
import type { TopUpPreview, TopUpWay } from './preview-top-up.ts';

/**
 * What a reader may see of a preview: their own pools among those that leave less than ordered, and larger pools only
 * if they may see the organization's. `isSeen` takes `org` or `team:NAME`.
 */
export function visiblePreview(
  { raisePools, withinPool, ...preview }: TopUpPreview,
  isSeen: (scope: string) => boolean,
): TopUpPreview {
  const seenPools = (shortfall: Shortfall): Shortfall =>
    shortfall.kind === 'pools'
      ? { kind: 'pools', pools: shortfall.pools.filter(({ pool }) => isSeen(formatScope(pool.scope))) }
      : shortfall;
  const seenWay = (way: TopUpWay): TopUpWay => ({
    ...way,
    gains: way.gains.map(({ shortfall, ...gain }) => ({
      ...gain,
      ...(shortfall !== undefined && { shortfall: seenPools(shortfall) }),
    })),
  });
  return {
    ...preview,
    ordered: seenWay(preview.ordered),
    ...(withinPool !== undefined && { withinPool: seenWay(withinPool) }),
    ...(raisePools !== undefined && isSeen('org') && { raisePools }),
  };
}
