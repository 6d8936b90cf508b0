import { describeAnnouncement, matchOf, type Announcement, type Match } from '../controls/announcement.ts';
import type { ControlChange } from '../controls/control-change.ts';
import { compareGravity } from '../controls/gravity.ts';
import { isList, isUnset, type Json, type JsonObject } from '../controls/json.ts';
import type { ControlOverride } from './catalogue/field-rule.ts';
import type { CataloguePack } from './catalogue/packs.ts';
import type { Finding } from './finding.ts';
import { withDormancy, beforeInForce, findWoken } from './in-force.ts';
import { withCompounds, withModifiers } from './modifiers.ts';
import type { Judge } from './place.ts';
import { isTooDeep, textsAt, valueAt, withValueAt } from './tree.ts';
import { walkSettings } from './walk-settings.ts';
import { assumption } from './words/phrases.ts';

/**
 * Compares two trees of enterprise settings, whose secrets are marks. Returns every difference, worst first: whatever
 * differs in canonical JSON, except the order of a set, gives at least one change. Deterministic, without a clock,
 * linear in the size of the trees. CONTROLS.md says what each change means. An announced change is marked, and no
 * circumstances raise it; if a list was announced in part, the rest is reported separately.
 */
export function diffControls(before: JsonObject, after: JsonObject, judge: Judge = {}): readonly ControlChange[] {
  const changes = differencesOf(before, after, judge);
  const { announcements = [], madeAtMs, actor = {} } = judge;
  if (announcements.length === 0 || madeAtMs === undefined) {
    return changes;
  }
  const sides: SettingsPair = { before, after, judge };
  return changes
    .flatMap((change) => {
      const match = change.quiet === undefined ? matchOf(change, announcements, { actor, atMs: madeAtMs }) : undefined;
      return match === undefined ? [change] : announcedChanges(sides, change, match);
    })
    .toSorted(compareGravity);
}

export interface DiffSettings {
  readonly overrides?: Readonly<Record<string, ControlOverride>> | undefined;
  readonly packs?: readonly CataloguePack[] | undefined;
}

/** Like `diffControls`, with the admin's overrides and packs. */
export function diffControlsWith({ overrides = {}, packs = [] }: DiffSettings = {}): typeof diffControls {
  const byField = new Map(Object.entries(overrides));
  return (before, after, judge) => diffControls(before, after, { ...judge, packs, overrides: byField });
}

function differencesOf(before: JsonObject, after: JsonObject, judge: Judge): readonly ControlChange[] {
  const blockedModels = new Set(textsAt(after, 'modelPolicy.blockedModelIds'));
  const context = { before, after, judge, blockedModels };
  const inForce = { ...context, before: beforeInForce(context) };
  const dormantOrNot = walkSettings(inForce).map((finding) => withDormancy(finding, context));
  return withCompounds([...dormantOrNot, ...findWoken(context)], context)
    .map((finding) => withOverrides(withModifiers(finding, judge), judge))
    .map(changeOf)
    .toSorted(compareGravity);
}

/** Applied last. A change without effect stays without effect. */
function withOverrides(finding: Finding, judge: Judge): Finding {
  const override = judge.overrides?.get(finding.field);
  if (override === undefined || finding.quiet !== undefined) {
    return finding;
  }
  const direction = directionIn(override, finding);
  const severity = direction === 'tightened' ? finding.severity : (override.severity ?? finding.severity);
  const isChanged = direction !== finding.direction || severity !== finding.severity;
  const notes = isChanged ? [...finding.notes, 'Judged as the admin has set it for this field.'] : finding.notes;
  return { ...finding, direction, severity, notes };
}

/** A field whose comparison is overridden has no loose side. */
function directionIn(override: ControlOverride, { direction }: Finding): Finding['direction'] {
  return override.direction ?? (override.kind === undefined ? direction : 'changed');
}

function changeOf(finding: Finding): ControlChange {
  const { rule, path, field, kind, direction, severity, baseSeverity, added, removed, quiet } = finding;
  const isDeep = isTooDeep(finding.before) || isTooDeep(finding.after);
  return {
    path,
    field,
    kind,
    direction,
    severity,
    ...(baseSeverity === undefined || baseSeverity === severity ? {} : { baseSeverity }),
    ...shown('before', isDeep ? undefined : finding.before),
    ...shown('after', isDeep ? undefined : finding.after),
    added,
    removed,
    sentence: `${rule?.isAssumed === true ? 'Assumed: ' : ''}${finding.effect} Before: ${wordsOf(finding, 'before')}. Now: ${wordsOf(finding, 'after')}.`,
    why: rule?.why ?? '',
    remedy: rule?.remedy ?? '',
    controlIds: rule?.controlIds ?? [],
    notes: [
      ...finding.notes,
      ...assumptionsOf(finding),
      ...(isDeep ? ['The values nest too deeply to be shown.'] : []),
    ],
    rule: `${field}/${rule?.isAssumed === true ? 'assumed-' : ''}${rule?.version ?? 1}`,
    ...(rule?.isAssumed === true && { assumed: true as const }),
    quiet,
  };
}

const byName = 'that the field means what its name says (controls.packs in the settings)';

/**
 * What the verdict assumes beyond the document: the meaning of an empty or missing list, what applies while a field is
 * not set, the meaning of entries without a documented structure.
 */
function assumptionsOf(finding: Finding): readonly string[] {
  const { rule, quiet, isReachJudged } = finding;
  if (quiet === 'format-only') {
    return [];
  }
  const isUsed = rule?.shape.kind !== 'set' || isReachJudged;
  const open = (['before', 'after'] as const).find((side) => isLeftOpen(finding, side));
  return [
    ...(rule?.isAssumed === true ? [assumption(byName)] : []),
    ...(rule?.assumed !== undefined && isUsed ? [assumption(rule.assumed)] : []),
    ...(open === undefined ? [] : [assumption(`what applies while it is not set: ${rule?.whenUnset}`)]),
  ];
}

function isLeftOpen({ rule, before, after, was, is }: Finding, side: 'before' | 'after'): boolean {
  const [value, words] = side === 'before' ? [before, was] : [after, is];
  return isUnset(value) && words === 'not set' && rule?.whenUnset !== undefined;
}

function shown<Key extends 'before' | 'after'>(key: Key, value: Json | undefined): Partial<Record<Key, Json>> {
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Json>);
}

function wordsOf(finding: Finding, side: 'before' | 'after'): string {
  const words = side === 'before' ? finding.was : finding.is;
  return isLeftOpen(finding, side) ? `not set (${finding.rule?.whenUnset})` : words;
}

interface SettingsPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly judge: Judge;
}

function announcedChanges(sides: SettingsPair, change: ControlChange, match: Match): readonly ControlChange[] {
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

/** Circumstances do not raise an announced change. */
function calm(
  { before, after, judge }: SettingsPair,
  change: ControlChange,
  announcement: Announcement,
): ControlChange {
  const { isApproved: _approved, isWithinWorkingHours: _hours, ...rest } = judge;
  const alone = differencesOf(before, after, rest).find(({ path }) => path === change.path) ?? change;
  const { id, ticket, createdBy, until } = announcement;
  return { ...alone, announced: { id, ticket, by: createdBy, until } };
}

/** The settings before, with only the announced entries of one list changed; undefined if it is no list. */
function announcedOnly(
  { before, after }: SettingsPair,
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

function partsOf({ before, after, judge }: SettingsPair, { path }: ControlChange, between: JsonObject) {
  const at = (changes: readonly ControlChange[]): readonly ControlChange[] =>
    changes.filter((change) => change.path === path);
  return {
    between,
    announced: at(differencesOf(before, between, judge)),
    beyond: at(differencesOf(between, after, judge)),
  };
}

function withNote(change: ControlChange, note: string): ControlChange {
  return { ...change, notes: [...change.notes, note] };
}
