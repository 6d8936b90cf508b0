import type { ControlChange } from '../control-change.ts';
import type { Judge } from '../diff/place.ts';
import { valueAt, withValueAt } from '../diff/tree.ts';
import { isList, type JsonObject } from '../json.ts';
import { compareGravity } from '../gravity.ts';
import { describeAnnouncement, matchOf, type Announcement, type Match } from './announcement.ts';

type Diff = (before: JsonObject, after: JsonObject, judge?: Judge) => readonly ControlChange[];

/**
 * The same comparison, which knows what was announced: such a change is marked, and no circumstances raise it. Of a
 * list that was announced in part, what was announced is separated from what goes beyond it.
 */
export function withAnnouncements(diff: Diff): Diff {
  return (before, after, judge = {}) => {
    const changes = diff(before, after, judge);
    const { announcements = [], madeAtMs, actor } = judge;
    if (announcements.length === 0 || madeAtMs === undefined) {
      return changes;
    }
    const made = { actor: actor ?? {}, atMs: madeAtMs };
    const sides: Sides = { diff, before, after, judge };
    return changes
      .flatMap((change) => {
        const match = change.quiet === undefined ? matchOf(change, announcements, made) : undefined;
        return match === undefined ? [change] : announcedChanges(sides, change, match);
      })
      .toSorted(compareGravity);
  };
}

interface Sides {
  readonly diff: Diff;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly judge: Judge;
}

function announcedChanges(sides: Sides, change: ControlChange, match: Match): readonly ControlChange[] {
  const { announcement } = match;
  switch (match.kind) {
    case 'announced':
      return [calm(sides, change, announcement)];
    case 'beyond': {
      const note = `Not as ${describeAnnouncement(announcement)}: ${match.reasons.join(', and ')}.`;
      return [withNote(change, note)];
    }
    case 'in-part': {
      const between = announcedOnly(sides, change, match.values);
      const parts = between === undefined ? undefined : partsOf(sides, change, between);
      const note = `Goes beyond what was ${describeAnnouncement(announcement)}: ${match.values.join(', ')}.`;
      return parts === undefined
        ? [withNote(change, note)]
        : [
            ...parts.announced.map((each) => calm({ ...sides, after: parts.between }, each, announcement)),
            ...parts.beyond.map((each) => withNote(each, note)),
          ];
    }
  }
}

/** What was announced is no surprise, whoever makes it and when. */
function calm({ diff, before, after, judge }: Sides, change: ControlChange, announcement: Announcement): ControlChange {
  const { isApproved: _approved, isWithinWorkingHours: _hours, ...rest } = judge;
  const alone = diff(before, after, rest).find(({ path }) => path === change.path) ?? change;
  const { id, ticket, createdBy, until } = announcement;
  return { ...alone, announced: { id, ticket, by: createdBy, until } };
}

/** The settings before with nothing but the announced entries of one list changed; undefined where it is no list. */
function announcedOnly(
  { before, after }: Sides,
  { field, added, removed }: ControlChange,
  values: readonly string[],
): JsonObject | undefined {
  const [was, is] = [valueAt(before, field) ?? [], valueAt(after, field) ?? []];
  if (!isList(was) || !isList(is)) {
    return undefined;
  }
  const gone = new Set(removed.filter((value) => values.includes(value)));
  const come = added.filter((value) => values.includes(value));
  return withValueAt(before, field, [...was.filter((each) => typeof each !== 'string' || !gone.has(each)), ...come]);
}

function partsOf({ diff, before, after, judge }: Sides, { path }: ControlChange, between: JsonObject) {
  const at = (changes: readonly ControlChange[]): readonly ControlChange[] =>
    changes.filter((change) => change.path === path);
  return { between, announced: at(diff(before, between, judge)), beyond: at(diff(between, after, judge)) };
}

function withNote(change: ControlChange, note: string): ControlChange {
  return { ...change, notes: [...change.notes, note] };
}
