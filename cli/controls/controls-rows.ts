import { plainText } from '../../local/terminal/plain-text.ts';
import type { Style } from '../../local/terminal/style.ts';
import type { SubjectAcknowledgement } from '../../shared/application/controls/ports.ts';
import { subjectOfRevision } from '../../shared/application/controls/decide-on-controls.ts';
import type { StepMeaning } from '../../shared/application/controls/evaluated-revisions.ts';
import type { ControlChange } from '../../shared/domain/controls/control-change.ts';
import type { Severity } from '../../shared/domain/notifications/severity.ts';
import type { Deviation } from '../../shared/domain/controls/baseline/compare-with-baseline.ts';
import type { Actor } from '../../shared/domain/controls/revision.ts';
import { deltaOf } from '../../shared/domain/controls/mail/delta.ts';
import { identityOf, ratingOf, topicOf } from '../../shared/domain/controls/mail/words.ts';

/** A change as the JSON documents show it: null stands for what is not set. */
export function changeDocument(change: ControlChange) {
  const { path, kind, direction, severity, before = null, after = null, sentence, quiet = null, ...more } = change;
  return { path, kind, direction, severity, before, after, sentence, ...more, quiet };
}

/** A stored step as the JSON documents show it, without its settings. */
export function stepDocument(step: StepMeaning, acknowledgements: readonly SubjectAcknowledgement[]) {
  const { series, revision, previous = null, actor, updatedAt, seenAt, circumstances, digest, problems } = step;
  const acknowledged = acknowledgementOf(step, acknowledgements) ?? null;
  return { revision, series, previous, actor, updatedAt, seenAt, circumstances, digest, problems, acknowledged };
}

export function acknowledgementOf(
  step: Pick<StepMeaning, 'series' | 'revision'>,
  acknowledgements: readonly SubjectAcknowledgement[],
): SubjectAcknowledgement | undefined {
  const subject = subjectOfRevision(step);
  return acknowledgements.find((each) => each.subject === subject);
}

/** A deviation as the JSON documents show it. */
export function deviationDocument({ path, changes, standing, since, hasMoved }: Deviation) {
  return { path, standing, since, hasMoved, changes: changes.map(changeDocument) };
}

/** Changes in full, the worst first, for the terminal. */
export function changesText(changes: readonly ControlChange[], style: Style): string {
  return changes.map((change) => changeText(change, style)).join('\n\n');
}

function changeText(change: ControlChange, { colors }: Style): string {
  const { field, path, severity, sentence, notes, quiet } = change;
  const paint = { critical: colors.red, high: colors.red, medium: colors.yellow, low: String, info: String }[severity];
  const state = quiet === undefined ? '' : `, ${quiet}`;
  const heading = `${paint(`${ratingOf(change)}${state}`)}  ${colors.bold(plainText(topicOf(field)))}  ${plainText(path)}`;
  const lines = [
    plainText(sentence),
    // What was and is stands in the sentence; of lists it holds the first few only.
    ...deltaOf(change).flatMap(({ sign, text }) => (sign === '' ? [] : [plainText(`${sign} ${text}`)])),
    ...notes.map(plainText),
  ];
  return [heading, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Who made a step, and that they may not where that is so. */
export function whoText({ actor, circumstances }: StepMeaning, named: (actor: Actor) => string = identityOf): string {
  return `${named(actor)}${circumstances.actor === 'not-approved' ? ' (not approved)' : ''}`;
}

/** The gravest severity of changes that have an effect; undefined when none has. */
export function worstOf(changes: readonly ControlChange[]): Severity | undefined {
  return changes.find(({ quiet }) => quiet === undefined)?.severity;
}
