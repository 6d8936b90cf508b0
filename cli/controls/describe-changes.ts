import type { ControlChange } from '../../shared/controls/control-change.ts';
import { deltaOf } from '../../shared/controls/mail/changes/delta.ts';
import { ratingOf, topicOf } from '../../shared/controls/mail/words.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Style } from '../../shared/terminal/style.ts';

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
