import { canonicalJson, isList, isUnset, type Json } from '../../../controls/json.ts';
import { breadthOfAll } from '../../../coverage/breadth.ts';
import { compareCollections, type ElementKind, touchingAmong } from '../../../coverage/compare-elements.ts';
import type { SetShape } from '../../catalogue/field-rule.ts';
import { changed, type Finding, findingAt, illTyped, loosened, tightened, type Verdict } from '../../finding.ts';
import type { Place } from '../../place.ts';
import { graver, gravest } from '../../severity-steps.ts';
import { isListOrUnset } from '../../tree.ts';
import { counted } from '../../words/describe-value.ts';
import { assumption, filled, nameList, quoted } from '../../words/phrases.ts';
import { marketplaceSource } from '../entries/marketplace-source.ts';
import { releasedBy, severityOfReleased, tiersOf } from './contests.ts';
import { verdictOnElements, verdictOnEmptied, worded } from './verdict-on-elements.ts';

interface Elements {
  readonly texts: readonly string[];
  readonly exceptions: readonly string[];
  readonly odd: readonly string[];
  readonly details: ReadonlyMap<string, string>;
}

/** Kinds of patterns in which many programs read `!` as an exception. */
const negatable: ReadonlySet<ElementKind> = new Set(['path', 'domain', 'url', 'command', 'launcher', 'repo', 'model']);

function elementsOf(list: readonly Json[], { element, isOfSources }: SetShape): Elements {
  const texts: string[] = [];
  const exceptions: string[] = [];
  const odd: string[] = [];
  const details = new Map<string, string>();
  for (const each of list) {
    const source = isOfSources === true ? marketplaceSource(each) : undefined;
    const text = isOfSources === true ? source?.text : each;
    if (typeof text !== 'string') {
      odd.push(canonicalJson(each));
    } else if (negatable.has(element) && /^\s*!\s*[^\s=!]/u.test(text)) {
      exceptions.push(text.replace(/^\s*!\s*/u, ''));
    } else {
      texts.push(text);
      details.set(text.toLowerCase(), canonicalJson(source?.details ?? null));
    }
  }
  return { texts, exceptions, odd: odd.toSorted(), details };
}

const assumed = assumption('that an entry which begins with ! is an exception to the others');

/** Judges a change of `!` entries: an exception narrows an allow list, and opens a deny list. */
function verdictOnExceptions(place: Place<SetShape>, before: Elements, after: Elements): Verdict | undefined {
  const { shape } = place;
  const change = compareCollections(shape.element, before.exceptions, after.exceptions);
  const come = [...change.added, ...change.broadened.map(({ to }) => to), ...change.narrowed.map(({ to }) => to)];
  const gone = [
    ...change.removed,
    ...change.broadened.map(({ from }) => from),
    ...change.narrowed.map(({ from }) => from),
  ];
  if (come.length + gone.length === 0) {
    return undefined;
  }
  const moved = { added: come.map(negated), removed: gone.map(negated) };
  const [opening, closing, isOpened, isClosed] =
    shape.side === 'allow'
      ? [gone, come, change.isNarrower, change.isWider]
      : [come, gone, change.isWider, change.isNarrower];
  const opened = isOpened ? touchingAmong(shape.element, after.texts, opening) : [];
  const closed = isClosed ? touchingAmong(shape.element, after.texts, closing) : [];
  if (opened.length > 0) {
    return { ...verdictOnOpenedExceptions(place, opened), ...moved };
  }
  if (closed.length > 0) {
    return { ...tightened('info', worded(shape, 'tightened', closed.map(quoted)), { notes: [assumed] }), ...moved };
  }
  const names = nameList([...moved.added, ...moved.removed]);
  const effect = `${place.rule.label}: ${names} came or went, and makes an exception to no other entry.`;
  return { ...changed('low', effect, { notes: [assumed] }), ...moved };
}

function verdictOnOpenedExceptions(place: Place<SetShape>, opened: readonly string[]): Verdict {
  const { shape } = place;
  const tiers = tiersOf(place, opened);
  const released = shape.side === 'deny' ? releasedBy({ ...place, after: [] }, opened) : [];
  const { releases } = shape;
  const effect = worded(shape, 'loosened', opened.map(quoted));
  const severities = [
    ...tiers.map(({ tier }) => tier.severity),
    ...(releases === undefined || released.length === 0 ? [] : [severityOfReleased(releases.kind, released)]),
  ];
  return loosened(
    gravest(severities, shape.severity),
    releases === undefined || released.length === 0
      ? effect
      : `${filled(releases.effect, { items: nameList(released) })} ${effect}`,
    {
      notes: [
        ...tiers.map(({ tier, name }) => `Graver than usual: ${filled(tier.says, { item: quoted(name) })}.`),
        assumed,
      ],
      reaching: opened,
      isBreadthWeighed: tiers.length > 0,
    },
  );
}

function negated(element: string): string {
  return `!${element}`;
}

type Extent = 'some' | 'nothing' | 'anything' | 'unclear';

/** Compares a collection without order or repetition by what its elements cover. */
export function compareSet(place: Place<SetShape>): readonly Finding[] {
  const { shape, before, after } = place;
  if (!isListOrUnset(before) || !isListOrUnset(after)) {
    return illTyped(place);
  }
  const [from, to] = [elementsOf(before ?? [], shape), elementsOf(after ?? [], shape)];
  const words = { was: wordsOf(shape, before, from), is: wordsOf(shape, after, to) };
  const verdict = verdictOn(place, from.texts, to.texts);
  const excepted = verdictOnExceptions(place, from, to);
  return [
    ...(verdict === undefined ? [] : [findingAt(place, { ...words, ...verdict })]),
    ...(excepted === undefined ? [] : [findingAt({ ...place, path: `${place.path}[!]` }, { ...words, ...excepted })]),
    ...detailsChanged(place, from, to),
    ...(from.odd.join('\n') === to.odd.join('\n') ? [] : [oddChanged(place, from, to)]),
  ];
}

function verdictOn(place: Place<SetShape>, before: readonly string[], after: readonly string[]): Verdict | undefined {
  const { shape } = place;
  const from = extentOf(shape, place.before, before);
  const to = extentOf(shape, place.after, after);
  if (from === 'anything' && to === 'anything') {
    return verdictOnSameExtent(place);
  }
  if (to === 'anything' || (to === 'unclear' && from !== 'unclear')) {
    return verdictOnOpened(place, before, to);
  }
  if (from === 'anything') {
    return verdictOnClosed(place, after);
  }
  if (from === 'unclear' && to === 'nothing') {
    return verdictOnEmptied(shape, []);
  }
  return verdictOnElements(place, compareCollections(shape.element, before, after));
}

function extentOf({ reach }: SetShape, value: Json | undefined, texts: readonly string[]): Extent {
  if (isUnset(value)) {
    return reach.unset === 'as-empty' ? reach.empty : reach.unset;
  }
  return texts.length > 0 || (isList(value) && value.length > 0) ? 'some' : reach.empty;
}

/** An empty list and a missing one differ if the platform may treat them differently. */
function verdictOnSameExtent({ shape, rule, before, after }: Place<SetShape>): Verdict | undefined {
  if (shape.reach.unset === 'as-empty' || isUnset(before) === isUnset(after)) {
    return undefined;
  }
  return changed(
    'low',
    `${rule.label}: the list is now ${isUnset(after) ? 'not set' : 'empty'} where it was ${isUnset(before) ? 'not set' : 'empty'}.`,
    {
      isReachJudged: true,
      notes: ['It may mean the same, or that an empty list lets nothing through and a missing one everything.'],
    },
  );
}

function verdictOnOpened({ shape }: Place<SetShape>, before: readonly string[], to: Extent): Verdict {
  const effect = shape.effects.opened ?? shape.effects.loosened;
  if (breadthOfAll(shape.element, before) === 'everything') {
    const notes = ['The list let everything through before as well.'];
    return changed('low', effect, { removed: before, notes, isReachJudged: true });
  }
  return loosened(shape.reach.openedSeverity ?? shape.severity, effect, {
    removed: before,
    isReachJudged: true,
    notes:
      to === 'unclear'
        ? ['Without a list, either everything is let through or nothing: the document does not say.']
        : [],
  });
}

function verdictOnClosed({ shape }: Place<SetShape>, after: readonly string[]): Verdict {
  if (after.length === 0) {
    return verdictOnEmptied(shape, []);
  }
  const effect = shape.effects.closed ?? shape.effects.tightened;
  if (breadthOfAll(shape.element, after) === 'everything') {
    const notes = ['The list that is now set lets everything through, so nothing is restricted by it.'];
    return changed('low', effect, { added: after, notes, isReachJudged: true });
  }
  return tightened(shape.tightenedSeverity ?? 'info', effect, { added: after, isReachJudged: true });
}

function detailsChanged(place: Place<SetShape>, from: Elements, to: Elements): readonly Finding[] {
  const other = to.texts.filter((text) => {
    const key = text.toLowerCase();
    return from.details.has(key) && from.details.get(key) !== to.details.get(key);
  });
  if (other.length === 0) {
    return [];
  }
  const effect = `${place.rule.label}: ${nameList(other)} may now come from another branch, version or folder.`;
  return [findingAt({ ...place, path: `${place.path}[]` }, changed('medium', effect))];
}

function oddChanged(place: Place<SetShape>, from: Elements, to: Elements): Finding {
  const entries = { ...place, path: `${place.path}[]` };
  const effect = `${place.rule.label}: entries of a form that the document does not show came, went or changed.`;
  const notes = ['What the platform makes of them is not known.'];
  // Unreadable elements are wide: one more may allow anything.
  const [less, more] = place.shape.side === 'allow' ? [from, to] : [to, from];
  const isLooser = isWithin(less.odd, more.odd) && isWithin(less.texts, more.texts);
  const { severity } = place.shape;
  const verdict = isLooser
    ? loosened(graver('high', severity), effect, { notes })
    : changed(severity, effect, { notes });
  return findingAt(entries, verdict);
}

function isWithin(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).isSubsetOf(new Set(others));
}

function wordsOf({ nouns }: SetShape, value: Json | undefined, { texts, exceptions }: Elements): string {
  if (isUnset(value)) {
    return 'not set';
  }
  const all = [...texts, ...exceptions.map((each) => `!${each}`)];
  return all.length > 0 && all.length <= 3 ? nameList(all) : counted(all.length, nouns);
}
