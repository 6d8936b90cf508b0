import type { ControlsCheckDocument } from '../../shared/controls/contract/controls-check-documents.ts';
import type { ControlChangeDocument } from '../../shared/controls/contract/controls-documents.ts';
import type { ControlChange } from '../../shared/controls/control-change.ts';
import { isOpening } from '../../shared/controls/proposal.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import { severities } from '../../shared/notifications/severity.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { changesText } from './describe-changes.ts';

/** What proposed settings come to, for the terminal: the verdict last, where it is read. */
export function checkText(document: ControlsCheckDocument, style: Style): string {
  const { changes, problems, baseline } = document;
  const blocks = [
    ...(changes.length === 0 ? [] : [changesText(changes.map(changeIn), style)]),
    ...(baseline === null ? [] : [baselineText(baseline)]),
    ...(problems.length === 0 ? [] : [problemsText(problems)]),
    verdictText(document),
  ];
  return blocks.join('\n\n');
}

/** A change as its document has it, for what describes changes. */
export function changeIn({
  before,
  after,
  quiet,
  line: _line,
  ...rest
}: ControlChangeDocument & { readonly line?: number }): ControlChange {
  return {
    ...rest,
    ...(before !== null && { before: before as NonNullable<ControlChange['before']> }),
    ...(after !== null && { after: after as NonNullable<ControlChange['after']> }),
    ...(quiet !== null && { quiet }),
  };
}

function baselineText({ source, deviations }: NonNullable<ControlsCheckDocument['baseline']>): string {
  const name = plainText(source.kind === 'revision' ? `revision ${source.revision}` : `the file ${source.name}`);
  const lines = deviations.map(({ path, isStanding, exception }) => {
    const excused = exception === null ? '' : `, exception ${exception.ticket} until ${minuteText(exception.expires)}`;
    return plainText(`  ${path}: ${isStanding ? 'deviates already' : 'new'}${excused}`);
  });
  return lines.length === 0
    ? `As in the approved baseline (${name}).`
    : [`Other than in the approved baseline (${name}):`, ...lines].join('\n');
}

function problemsText(problems: ControlsCheckDocument['problems']): string {
  return ['Look at these settings:', ...problems.map(({ path, problem }) => plainText(`  ${path} ${problem}`))].join(
    '\n',
  );
}

/** `2 changes loosen or are ambiguous: 1 critical, 1 low. Held: critical is medium or more.` */
export function verdictText({ changes, counts, worst, failOn, held, against }: ControlsCheckDocument): string {
  const from = plainText(against.kind === 'revision' ? `revision ${against.revision}` : against.name);
  if (changes.length === 0) {
    return `Nothing changes against ${from}.`;
  }
  const opening = changes.filter(isOpening).length;
  const each = severities.flatMap((severity) => (counts[severity] === 0 ? [] : [`${counts[severity]} ${severity}`]));
  const what =
    opening === 0
      ? `None of ${counted(changes.length, 'change')} against ${from} loosens anything.`
      : `Of ${counted(changes.length, 'change')} against ${from}, ${opening} may let through more: ${each.join(', ')}.`;
  const verdict = held
    ? `Held: the worst is ${worst}, and --fail-on is ${failOn}.`
    : failOn === 'never'
      ? 'Not held: --fail-on is never.'
      : `Not held: none is ${failOn === 'critical' ? failOn : `${failOn} or more severe`}.`;
  return `${what}\n${verdict}`;
}
