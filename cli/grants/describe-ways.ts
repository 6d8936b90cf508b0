import type { TopUpGetsDocument } from '../../shared/grants/contract/top-up-document.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { neededIn } from '../../shared/kernel/texts/amounts.ts';
import { creditsPhrase, creditsText, sayNeeded } from '../../shared/kernel/texts/credits.ts';
import { dayText, minuteText } from '../../shared/kernel/time/day.ts';
import { textIn } from '../records/record-rows.ts';

type TopUpWays = NonNullable<OperationDocument<'showImpact'>['topUp']>;

/** Pools leave less than was ordered, and there are other ways to give it. */
export function hasWays({ ways: { withinPool, raisePools } }: Pick<TopUpWays, 'ways'>): boolean {
  return withinPool !== null || raisePools !== null;
}

/** What a top-up gives as it was ordered, and the ways out of pools that leave less. */
export function describePreview(preview: TopUpWays): string {
  const { gets, needed } = preview;
  const need = needed === null ? [] : [sayNeeded('They need', neededIn(needed))];
  return [...need, ...gets.lines, ...(hasWays(preview) ? [] : gets.impossible), ...describeWays(preview)].join('\n');
}

/** The ways out of pools that leave less, each with what it gives. */
function describeWays({ ways: { withinPool, raisePools }, laterAt }: TopUpWays): readonly string[] {
  const ways = [
    { flag: '--within-pool', how: 'they come first in their pools, which get no more', way: withinPool },
    { flag: '--raise-pools', how: `as much more for ${raisePools?.raises.join(' and ') ?? ''}`, way: raisePools },
  ];
  const lines = ways.flatMap(({ flag, how, way }) => {
    if (way === null) {
      return [];
    }
    const { now, later } = way;
    const then =
      later === null ? '' : `, up to ${creditsText(later)} in all from ${minuteText(laterAt)} at the earliest`;
    return [`  ${flag}: ${how}: ${creditsText(now)} now${then}.`];
  });
  return lines.length === 0 ? [] : ['Ways to give it:', ...lines, '  or leave it.', ...(withinPool?.impossible ?? [])];
}

/** A person who gets less than it says does not "have more credits". */
export function describeMade({ topUp, gets }: OperationDocument<'addTopUp'>): string {
  const credits = Number(topUp['credits']);
  const has =
    topUp['status'] === 'in-force' && gets.isShort
      ? `a top-up of ${creditsPhrase(credits)}`
      : creditsPhrase(credits, 'more credits');
  const [scope, from, to, id] = ['scope', 'from', 'to', 'id'].map((name) => textIn(topUp, name));
  return `${scope} has ${has} from ${dayText(from ?? '')} to ${dayText(to ?? '')}. Id: ${id}`;
}

/** What `--json` has of the ways: the sentences are left out. */
export function waysJson({ gets, needed, ways: { withinPool, raisePools } }: TopUpWays) {
  return {
    gets: getsJson(gets),
    needed,
    ways: { withinPool: withinPool && getsJson(withinPool), raisePools: raisePools && getsJson(raisePools) },
  };
}

/** What `--json` has of what a top-up gives. */
export function getsJson<Gets extends TopUpGetsDocument>({
  isShort: _isShort,
  lines: _lines,
  impossible: _impossible,
  ...gets
}: Gets) {
  return gets;
}
