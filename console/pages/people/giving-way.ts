import type { OperationDocument } from '../../api/call-api.ts';

/** Where the credits of a top-up come from. */
export type Pools = 'as-budgeted' | 'within' | 'member' | 'raise';

/** The way that gives something now where the one that was looked at gives nothing; undefined where none does. */
export function givingWay(
  topUp: Pick<NonNullable<OperationDocument<'showImpact'>['topUp']>, 'gets' | 'ways'> | undefined,
  mayRaise: boolean,
): Pools | undefined {
  if (topUp?.gets.isIdle !== true) {
    return undefined;
  }
  const { withinPool, raisePools } = topUp.ways;
  if (withinPool !== null && withinPool.now > 0) {
    return 'within';
  }
  return raisePools !== null && mayRaise ? 'raise' : undefined;
}
