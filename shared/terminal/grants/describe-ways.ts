import { formatScope } from '../../budgets/scope.ts';
import { describeGains, describeImpossible, instantText } from '../../explanation/describe-gains.ts';
import { topUpStatus, type TopUp } from '../../grants/top-up.ts';
import type { TopUpPreview, TopUpWay } from '../../grants/use-cases.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { Day } from '../../kernel/time/day.ts';
import { getsDocument } from './gets-document.ts';

/** There are ways that give more than the one that was ordered. */
function isOpen({ withinPool, raisePools }: TopUpPreview): boolean {
  return withinPool !== undefined || raisePools !== undefined;
}

/** What a top-up gives as it was ordered, and the ways out of pools that leave less. */
export function describePreview(preview: TopUpPreview): string {
  return [...describeWay(preview.ordered, preview), ...describeWays(preview)].join('\n');
}

/** What the way that was ordered gives, and the others. */
export function waysDocument({ ordered, withinPool, raisePools, laterMs }: TopUpPreview) {
  const documentOf = (each: TopUpWay | undefined) =>
    each === undefined
      ? null
      : { ...getsDocument(each.gains, laterMs), raises: (each.terms.raises ?? []).map(formatScope) };
  return {
    gets: getsDocument(ordered.gains, laterMs),
    ways: { withinPool: documentOf(withinPool), raisePools: documentOf(raisePools) },
  };
}

/** Somebody who gets less than it says does not "have more credits". */
export function describeMade(topUp: TopUp, { gains }: TopUpWay, today: Day): string {
  const { id, scope, credits, from, to } = topUp;
  const isShort = topUpStatus(topUp, today) === 'in-force' && gains.some(({ shortfall }) => shortfall !== undefined);
  const has = isShort ? `a top-up of ${grouped(credits)} credits` : `${grouped(credits)} more credits`;
  return `${formatScope(scope)} has ${has} from ${from} to ${to}. Id: ${id}`;
}

/** What a way gives; and what no way gives under the promise of the pools, where there is no better one. */
function describeWay({ gains }: TopUpWay, preview: TopUpPreview): readonly string[] {
  const impossible = isOpen(preview) ? [] : gains.flatMap(describeImpossible);
  return [...describeGains(gains, preview.laterMs), ...impossible];
}

/** The ways out of pools that leave less, each with what it gives. */
function describeWays({ withinPool, raisePools, laterMs }: TopUpPreview): readonly string[] {
  const ways = [
    { flag: '--within-pool', how: 'they come first in their pools, which get no more', way: withinPool },
    { flag: '--raise-pools', how: `as much more for ${poolsOf(raisePools)}`, way: raisePools },
  ];
  const lines = ways.flatMap(({ flag, how, way }) => {
    if (way === undefined) {
      return [];
    }
    const { now, later } = getsDocument(way.gains, laterMs);
    const then = later === null ? '' : `, up to ${grouped(later)} in all from ${instantText(laterMs)} at the earliest`;
    return [`  ${flag}: ${how}: ${grouped(now)} now${then}.`];
  });
  const impossible = withinPool?.gains.flatMap(describeImpossible) ?? [];
  return lines.length === 0 ? [] : ['Ways to give it:', ...lines, '  or leave it.', ...impossible];
}

function poolsOf(way: TopUpWay | undefined): string {
  return (way?.terms.raises ?? []).map(formatScope).join(' and ');
}
