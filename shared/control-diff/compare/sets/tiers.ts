import { breadthOfAll } from '../../../coverage/breadth.ts';
import type { SetShape, Tier } from '../../catalogue/field-rule.ts';
import { hasTrait } from '../../element-traits.ts';
import type { Place } from '../../place.ts';
import { textsOf } from '../../tree.ts';

interface ReachedTier {
  readonly tier: Tier;
  readonly name: string;
}

/** Returns the tiers that the elements reach, worst first, each with the first element for which it is the worst. */
export function tiersOf(place: Place<SetShape>, spellings: readonly string[]): readonly ReachedTier[] {
  const { shape, context } = place;
  const reached: ReachedTier[] = [];
  const named = new Set<string>();
  for (const tier of shape.tiers) {
    const has = (each: string): boolean => hasTrait(tier.trait, [shape.element, each], context.judge.actor);
    const together = tier.trait === 'everything' ? lastOfEverything(place, spellings) : undefined;
    const name = spellings.find((each) => !named.has(each) && has(each)) ?? together;
    if (name !== undefined) {
      reached.push({ tier, name });
      named.add(name);
    }
  }
  return reached;
}

function lastOfEverything({ shape, after }: Place<SetShape>, spellings: readonly string[]): string | undefined {
  return ['cidr', 'domain'].includes(shape.element) && breadthOfAll(shape.element, textsOf(after)) === 'everything'
    ? spellings.at(-1)
    : undefined;
}
