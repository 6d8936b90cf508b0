import type { ControlChange } from '../../controls/control-change.ts';
import { deltaOf } from '../../controls/mail/changes/delta.ts';
import { identityOf, ratingOf, topicOf } from '../../controls/mail/words.ts';
import type { Actor } from '../../controls/revision.ts';
import type { StepMeaning } from '../../controls/use-cases/evaluated-revisions.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import type { Style } from '../style.ts';

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
