import { isList, isUnset } from '../../../controls/json.ts';
import type { CollectionChange } from '../../../coverage/compare-elements.ts';
import { describeLookAlikes } from '../../../kernel/texts/look-alike.ts';
import type { OverruledBy, SetShape } from '../../catalogue/field-rule.ts';
import { isActor } from '../../element-traits.ts';
import { type Verdict, changed, tightened, loosened } from '../../finding.ts';
import type { Place } from '../../place.ts';
import { graver, gravest } from '../../severity-steps.ts';
import { assumption, nameList, phraseList, quoted, filled } from '../../words/phrases.ts';
import { overruledAmong, releasedBy, severityOfReleased, tiersOf } from './contests.ts';

type Moved = { readonly added: readonly string[]; readonly removed: readonly string[] };

interface Elements {
  readonly spellings: readonly string[];
  readonly names: readonly string[];
}

/** Judges a change of the elements. Undefined when they cover the same, spelled differently. */
export function verdictOnElements(place: Place<SetShape>, change: CollectionChange): Verdict | undefined {
  const { shape } = place;
  const isAllow = shape.side === 'allow';
  const moved = movedIn(change);
  const wider = grown(change);
  const narrower = shrunk(change);
  if (isAllow ? change.isWider : change.isNarrower) {
    const [gained, lost] = isAllow ? [wider, narrower] : [narrower, wider];
    const verdict = withReleased(place, verdictOnGained(place, gained), gained);
    const notes = [...(verdict.notes ?? []), ...patternsIn(place, change)];
    return { ...verdict, ...moved, effect: `${verdict.effect}${alsoLost(place, lost)}`, notes };
  }
  if (isAllow ? change.isNarrower : change.isWider) {
    const lost = isAllow ? narrower : wider;
    const verdict = verdictOnLost(place, lost);
    return { ...verdict, ...moved, notes: [...(verdict.notes ?? []), ...patternsIn(place, change)] };
  }
  if (moved.added.length + moved.removed.length === 0) {
    return undefined;
  }
  return { ...withoutEffect(place, moved), ...moved, notes: patternsIn(place, change, true) };
}

function patternsIn({ shape }: Place<SetShape>, change: CollectionChange, isCovered = false): readonly string[] {
  const isUsed = isCovered || change.broadened.length + change.narrowed.length > 0;
  return isUsed && shape.element !== 'cidr' ? [assumption('that an entry covers what its pattern reads as')] : [];
}

function verdictOnLost({ shape, rule, after }: Place<SetShape>, lost: Elements): Verdict {
  if (isList(after) && after.length === 0) {
    return verdictOnEmptied(shape, lost.names);
  }
  return isUnset(after) ? verdictOnLeftOpen(rule.label, shape) : tightenedBy(shape, lost);
}

/** A missing list allows either nothing or everything. */
function verdictOnLeftOpen(label: string, { reach, severity }: SetShape): Verdict {
  const { stops = 'nothing of it is let through any more' } = reach;
  const effect = `${label}: the list is no longer set, so either ${stops}, or projects and users decide.`;
  return changed(severity, effect, { notes: ['What a missing list means is not documented: both are assumed.'] });
}

/** An emptied list is stricter, unless that stops all work. */
export function verdictOnEmptied(shape: SetShape, lost: readonly string[]): Verdict {
  const severity = shape.tightenedSeverity ?? 'info';
  if (shape.reach.stops === undefined) {
    return tightened(severity, worded(shape, 'tightened', lost));
  }
  return tightened(graver('low', severity), `Everything is now blocked: ${shape.reach.stops}.`, {
    notes: ['Work may stop until the list is filled again.'],
    isReachJudged: true,
  });
}

function verdictOnGained(place: Place<SetShape>, gained: Elements): Verdict {
  const { shape, context } = place;
  const overruled = overruledAmong(place, gained.spellings);
  const effective = gained.spellings.filter((each) => !overruled.has(each));
  if (shape.overruledBy?.isHarmless === true && effective.length === 0) {
    return verdictOnOverruled(shape.overruledBy, gained);
  }
  const tiers = tiersOf(place, shape.overruledBy?.isHarmless === true ? effective : gained.spellings);
  const isActorWeighed = tiers.some(({ tier }) => tier.trait === 'is-actor');
  const contradicted = overruled.size === 0 ? undefined : shape.overruledBy;
  return loosened(
    gravest(
      tiers.map(({ tier }) => tier.severity),
      shape.severity,
    ),
    worded(shape, 'loosened', gained.names),
    {
      notes: [
        ...tiers.map(({ tier, name }) => `Graver than usual: ${filled(tier.says, { item: quoted(name) })}.`),
        ...(contradicted === undefined ? [] : [filled(contradicted.says, { items: nameList([...overruled]) })]),
        ...describeLookAlikes(effective),
      ],
      reaching: effective,
      isBreadthWeighed: tiers.length > 0,
      isActorProfiting: !isActorWeighed && effective.some((each) => isActor(each, context.judge.actor)),
    },
  );
}

/** The effect with the names of the elements and their noun, singular or plural. */
export function worded(
  { effects, nouns }: SetShape,
  effect: 'loosened' | 'tightened',
  names: readonly string[],
): string {
  return filled(effects[effect], { items: phraseList(names), noun: nouns[names.length === 1 ? 0 : 1] });
}

/** An element that another list denies is allowed to no one. */
function verdictOnOverruled({ effect, says }: OverruledBy, { names, spellings }: Elements): Verdict {
  const notes = [filled(says, { items: nameList(spellings) })];
  return loosened('info', filled(effect, { items: phraseList(names) }), { notes });
}

/** Adds what a removed denial sets free, which is more serious than the denial itself. */
function withReleased(place: Place<SetShape>, verdict: Verdict, { spellings }: Elements): Verdict {
  const { releases } = place.shape;
  const items = releasedBy(place, spellings);
  if (releases === undefined || items.length === 0) {
    return verdict;
  }
  const effect = filled(releases.effect, { items: phraseList(items.slice(0, 4).map(quoted), items.length) });
  return {
    ...verdict,
    severity: graver(severityOfReleased(releases.kind, items), verdict.severity),
    effect: `${effect} ${verdict.effect}`,
    notes: [...(verdict.notes ?? []), assumption('that what is denied is denied, even if something else allows it')],
  };
}

/** A list that is both looser and stricter counts as looser. */
function alsoLost({ shape }: Place<SetShape>, lost: Elements): string {
  if (lost.names.length === 0) {
    return '';
  }
  const tightened = worded(shape, 'tightened', lost.names);
  return ` At the same time: ${tightened.slice(0, 1).toLowerCase()}${tightened.slice(1)}`;
}

function tightenedBy(shape: SetShape, lost: Elements): Verdict {
  const effect = worded(shape, 'tightened', lost.names);
  return tightened(shape.tightenedSeverity ?? 'info', effect);
}

function withoutEffect({ rule }: Place<SetShape>, moved: Moved): Verdict {
  const names = nameList([...moved.added, ...moved.removed]);
  const verb = moved.added.length === 0 ? 'removed' : moved.removed.length === 0 ? 'added' : 'added or removed';
  return changed('info', `${rule.label}: ${names} ${verb}, without effect, as other entries cover the same.`);
}

function movedIn({ added, removed, broadened, narrowed }: CollectionChange): Moved {
  const replaced = [...broadened, ...narrowed];
  return {
    added: [...new Set([...added, ...replaced.map(({ to }) => to)])],
    removed: [...new Set([...removed, ...replaced.map(({ from }) => from)])],
  };
}

function grown({ added, broadened }: CollectionChange): Elements {
  return {
    spellings: [...added, ...broadened.map(({ to }) => to)],
    names: [...broaderNames(broadened), ...added.map(quoted)],
  };
}

function broaderNames(broadened: CollectionChange['broadened']): readonly string[] {
  const byNew = Map.groupBy(broadened, ({ to }) => to);
  return [...byNew].map(([to, all]) => `${quoted(to)} (was ${nameList(all.map(({ from }) => from))})`);
}

function shrunk({ removed, narrowed }: CollectionChange): Elements {
  return {
    spellings: [...removed, ...narrowed.map(({ from }) => from)],
    names: [...narrowed.map(({ from, to }) => `${quoted(from)} (only ${quoted(to)} is left)`), ...removed.map(quoted)],
  };
}
