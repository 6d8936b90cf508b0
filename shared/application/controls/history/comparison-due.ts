import { expiredBetween } from '../../../domain/controls/exceptions/control-exception.ts';
import type { WatchIntent, WatchState } from '../../../domain/controls/history/watch-state.ts';
import type { WatchWork } from '../watch-work.ts';

/** What is to be compared, and since when exceptions that expired are news. */
type ComparisonOrder = NonNullable<WatchIntent['comparison']>;

/**
 * Whether the controls are to be held against what was approved: they changed, another baseline was approved,
 * or an exception expired.
 */
export async function comparisonDue(
  { ports, at }: WatchWork,
  { comparedAt, baselineVersion }: WatchState,
  isChanged: boolean,
): Promise<ComparisonOrder | undefined> {
  const approved = await ports.decisions.readBaseline();
  const since = comparedAt ?? at;
  const exceptions = await ports.decisions.listExceptions();
  const isExpired = expiredBetween(exceptions, Date.parse(since), Date.parse(at)).length > 0;
  const isAnother = approved?.version !== baselineVersion;
  const isDue = isExpired || isAnother || (isChanged && approved !== undefined);
  return isDue ? { since, ...(approved === undefined ? {} : { baselineVersion: approved.version }) } : undefined;
}
