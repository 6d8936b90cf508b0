import { canonicalJson } from '../../canonical-json.ts';
import { breadthOfAll } from '../../coverage/breadth.ts';
import { compareCollections } from '../../coverage/compare-elements.ts';
import { type Json, isList, isUnset } from '../../json.ts';
import type { SetShape } from '../catalogue/field-rule.ts';
import { findingAt, illTyped, type Finding, type Verdict, changed, loosened, tightened } from '../finding.ts';
import type { Place } from '../place.ts';
import { isTree, memberOf, isListOrUnset } from '../tree.ts';
import { counted } from '../words/describe-value.ts';
import { nameList } from '../words/phrases.ts';
import { verdictOnElements, verdictOnEmptied } from './verdict-on-elements.ts';

/** What a list allows, by its size alone. */
type Extent = 'some' | 'nothing' | 'anything' | 'unclear';

/** Compares a collection in which order and repetition mean nothing, by what its elements cover. */
export function compareSet(place: Place<SetShape>): readonly Finding[] {
  const { shape, before, after } = place;
  if (!isListOrUnset(before) || !isListOrUnset(after)) {
    return illTyped(place);
  }
  const from = elementsOf(before ?? [], shape.member);
  const to = elementsOf(after ?? [], shape.member);
  const words = { was: wordsOf(shape, before, from.texts), is: wordsOf(shape, after, to.texts) };
  const verdict = verdictOn(place, from.texts, to.texts);
  const findings = verdict === undefined ? [] : [findingAt(place, { ...words, ...verdict })];
  return from.odd.join('\n') === to.odd.join('\n') ? findings : [...findings, oddChanged(place)];
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

/** An empty list and a missing one differ where the platform may treat them differently. */
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

/** Reported apart from the elements that were added and removed by name, under its own path. */
function oddChanged(place: Place<SetShape>): Finding {
  const entries = { ...place, path: `${place.path}[]` };
  return findingAt(
    entries,
    changed(
      place.shape.severity,
      `${place.rule.label}: entries of a form that the document does not show came, went or changed.`,
      { notes: ['What the platform makes of them is not known.'] },
    ),
  );
}

function wordsOf({ nouns }: SetShape, value: Json | undefined, texts: readonly string[]): string {
  if (isUnset(value)) {
    return 'not set';
  }
  return texts.length > 0 && texts.length <= 3 ? nameList(texts) : counted(texts.length, nouns);
}

/** A list as it is compared. */
interface Elements {
  readonly texts: readonly string[];
  /** Elements that are not texts, or hold several: canonical JSON, sorted. */
  readonly odd: readonly string[];
}

/** Splits a list into its elements. `member` names the field that identifies an element which is an object. */
function elementsOf(list: readonly Json[], member?: string): Elements {
  const texts: string[] = [];
  const odd: string[] = [];
  for (const each of list) {
    const text = member === undefined ? each : memberOf(each, member);
    if (typeof text === 'string') {
      texts.push(text);
    }
    if (typeof text !== 'string' || (isTree(each) && Object.keys(each).length > 1)) {
      odd.push(canonicalJson(each));
    }
  }
  return { texts, odd: odd.toSorted() };
}
