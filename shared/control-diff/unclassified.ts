import { type Json, isUnset } from '../controls/json.ts';
import type { ControlOverride, FieldRule, Shape } from './catalogue/field-rule.ts';
import { allowList, controlsOf } from './catalogue/rule-parts.ts';
import { compareLeaf } from './compare/compare-leaf.ts';
import { findingAt, type Finding, changed } from './finding.ts';
import type { DiffContext, Place } from './place.ts';
import { describeDifference } from './words/describe-difference.ts';
import { clipped } from './words/phrases.ts';

/** Reports a field that the catalogue lacks, unless the admin's settings say how to compare it. */
export function compareUnknown(unknown: {
  readonly path: string;
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly context: DiffContext;
}): readonly Finding[] {
  const kind = unknown.context.judge.overrides?.get(unknown.field)?.kind;
  const rule = unclassifiedRule(unknown.field, kind);
  const place: Place = { ...unknown, rule, shape: rule.shape };
  return kind === undefined ? [unclassifiedAt(place)] : compareLeaf(place);
}

function unclassifiedAt(place: Place): Finding {
  const name = clipped(place.path);
  const verb = isUnset(place.after) ? 'was removed' : isUnset(place.before) ? 'was added' : 'was changed';
  const isScalar = [place.before, place.after].every((value) => typeof value !== 'object' || value === null);
  const what = isScalar ? '' : `: ${describeDifference(place.before, place.after)}`;
  return findingAt(
    place,
    changed('medium', `The setting ${name}, of which no meaning is documented, ${verb} (unclassified)${what}.`, {
      kind: 'unknown',
      notes: ['It may loosen or tighten something: look it up with the platform, and set how it is to be judged.'],
    }),
  );
}

function unclassifiedRule(field: string, kind: ControlOverride['kind']): FieldRule {
  return {
    field,
    label: clipped(field),
    shape: shapeOfKind(kind ?? 'scalar'),
    why: 'A setting that is not documented may change what agents are allowed to do.',
    remedy: 'Ask the person who changed it, and restore the value before if it was not meant.',
    controlIds: controlsOf('configuration'),
  };
}

export function shapeOfKind(kind: NonNullable<ControlOverride['kind']>): Shape {
  const severity = 'medium';
  switch (kind) {
    case 'set':
    case 'cidr':
      return allowList(kind === 'cidr' ? 'cidr' : 'text', severity, {
        nouns: ['entry', 'entries'],
        effects: { loosened: 'The list now also holds {items}.', tightened: 'The list no longer holds {items}.' },
      });
    case 'ordered':
      return { kind, severity, parts: [], nouns: ['entry', 'entries'], effect: 'The list was changed: {what}.' };
    case 'map':
      return { kind, entries: 'plain', severity, noun: 'entry' };
    case 'secret':
      return { kind, severity, noun: 'secret' };
    case 'scalar':
      return {
        kind: 'value',
        type: 'any',
        severity,
        effect: 'The setting is now {value}.',
        unsetEffect: 'The setting is no longer set.',
      };
  }
}
