import { breadthOfAll } from '../../../coverage/breadth.ts';
import { isDangerousCommand, riskOfCommand } from '../../../coverage/commands/risky-command.ts';
import { type ContestedKind, isCoveredIn, releasedIn } from '../../../coverage/effective.ts';
import type { Severity } from '../../../notifications/severity.ts';
import type { SetShape, Tier } from '../../catalogue/field-rule.ts';
import { hasTrait } from '../../element-traits.ts';
import type { Place } from '../../place.ts';
import { textsAt, textsOf } from '../../tree.ts';

/** Returns the elements that another list of the same settings denies. */
export function overruledAmong({ shape, context }: Place<SetShape>, elements: readonly string[]): ReadonlySet<string> {
  const blocked = shape.overruledBy === undefined ? [] : textsAt(context.after, shape.overruledBy.field);
  const kind = contestedKind(shape);
  if (kind === undefined || blocked.length * elements.length > pairsMax) {
    return new Set(elements).intersection(new Set(blocked));
  }
  const plain = blocked.filter(isPlain);
  return new Set(elements.filter((each) => isCoveredIn(kind, plain, each)));
}

/** With more pairs only equal elements count as overruled, which is the more severe reading. */
const pairsMax = 200_000;

/** What may now happen although no allow list changed: of the freed elements, or within them. */
export function releasedBy({ shape, after, context }: Place<SetShape>, freed: readonly string[]): readonly string[] {
  const { releases } = shape;
  if (releases === undefined) {
    return [];
  }
  const listed = textsAt(context.after, releases.field).filter(isPlain);
  const allowed = listed.length === 0 && releases.isOpenWhenEmpty ? ['*'] : listed;
  return releasedIn(releases.kind, { allowed, denied: textsOf(after).filter(isPlain), freed });
}

export function severityOfReleased(kind: ContestedKind, items: readonly string[]): Severity {
  return kind === 'command' && items.some(isGrave) ? 'critical' : 'high';
}

function isGrave(command: string): boolean {
  const risk = riskOfCommand(command);
  const isOfUse =
    risk === 'network' || risk === 'wildcard' ? command.includes('*') && risk === 'network' : risk !== undefined;
  return isDangerousCommand(command) || isOfUse || command.trim() === '*';
}

function contestedKind({ element }: SetShape): ContestedKind | undefined {
  return element === 'command' || element === 'model' ? element : undefined;
}

function isPlain(element: string): boolean {
  return !element.trim().startsWith('!');
}

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
