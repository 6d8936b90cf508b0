import type { ControlChange } from '../control-change.ts';
import { compareGravity } from '../gravity.ts';
import { type JsonObject, type Json, isUnset } from '../json.ts';
import { withCompounds, withModifiers } from './modifiers.ts';
import { withDormancy, beforeInForce, findWoken } from './in-force/in-force.ts';
import type { Judge } from './place.ts';
import { assumption } from './words/phrases.ts';
import { textsAt, isTooDeep } from './tree.ts';
import { walkSettings } from './walk-settings.ts';
import type { ControlOverride } from './catalogue/field-rule.ts';
import type { Finding } from './finding.ts';

/**
 * Compares two trees of enterprise settings, whose secrets are marks. Gives every difference, worst first: whatever
 * differs in canonical JSON gives at least one change, unless it is the order of a set. It is deterministic, reads no clock, and takes time linear in the size of the trees, whatever they hold.
 * CONTROLS.md says what each change means.
 */
export function diffControls(before: JsonObject, after: JsonObject, judge: Judge = {}): readonly ControlChange[] {
  const blockedModels = new Set(textsAt(after, 'modelPolicy.blockedModelIds'));
  const context = { before, after, judge, blockedModels };
  const inForce = { ...context, before: beforeInForce(context) };
  const dormantOrNot = walkSettings(inForce).map((finding) => withDormancy(finding, context));
  return withCompounds([...dormantOrNot, ...findWoken(context)], context)
    .map((finding) => withOverrides(withModifiers(finding, judge), judge))
    .map(changeOf)
    .toSorted(compareGravity);
}

/** Applies the admin's override of the catalogue last of all. A change without effect stays without effect. */
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

/** Makes the published change of a finding: with its sentence, reasons and rule. */
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
    sentence: `${finding.effect} Before: ${wordsOf(finding, 'before')}. Now: ${wordsOf(finding, 'after')}.`,
    why: rule?.why ?? '',
    remedy: rule?.remedy ?? '',
    controlIds: rule?.controlIds ?? [],
    notes: [
      ...finding.notes,
      ...assumptionsOf(finding),
      ...(isDeep ? ['The values nest too deeply to be shown.'] : []),
    ],
    rule: `${field}/${rule?.version ?? 1}`,
    ...(quiet === undefined ? {} : { quiet }),
  };
}

/**
 * What the verdict rests on and the document does not say: what an empty or a missing list means, what applies while a
 * field is not set, the meaning of entries of which no structure is shown.
 */
function assumptionsOf(finding: Finding): readonly string[] {
  const { rule, quiet, isReachJudged } = finding;
  if (quiet === 'format-only') {
    return [];
  }
  const isUsed = rule?.shape.kind !== 'set' || isReachJudged;
  const open = (['before', 'after'] as const).find((side) => isLeftOpen(finding, side));
  return [
    ...(rule?.assumed !== undefined && isUsed ? [assumption(rule.assumed)] : []),
    ...(open === undefined ? [] : [assumption(`what applies while it is not set: ${rule?.whenUnset}`)]),
  ];
}

/** Whether the sentence says what applies while the field is not set. */
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
