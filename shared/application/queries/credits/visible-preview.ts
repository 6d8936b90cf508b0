import { formatScope } from '../../../domain/budgets/scope.ts';
import type { Shortfall } from '../../../domain/caps/top-up-gain.ts';
import type { TopUpPreview, TopUpWay } from './preview-top-up.ts';

/**
 * What somebody may see of a preview: of the pools that leave less than was ordered those that are theirs, and larger
 * pools where those of the organization are. `isSeen` takes `org`, `team:NAME`.
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
