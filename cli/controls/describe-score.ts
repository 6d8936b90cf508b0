import type { ControlsScoreDocument } from '../../shared/controls/contract/controls-check-documents.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

const ratedSeverities = ['critical', 'high', 'medium', 'low'] as const;

/** How settings stand to the recommended baseline, for the terminal: counts, then what failed and how to mend it, then the rest. */
export function scoreText({ of, totals, rules }: ControlsScoreDocument, style: Style): string {
  const failed = rules.filter(({ status }) => status === 'fail');
  const others = rules.filter(({ status }) => status !== 'fail');
  const blocks = [
    `Recommended baseline, ${plainText(of.kind === 'revision' ? `revision ${of.revision}` : of.name)}:`,
    renderTable(
      [
        { title: 'severity' },
        { title: 'failed', align: 'right' },
        { title: 'passed', align: 'right' },
        { title: 'not applicable', align: 'right' },
      ],
      ratedSeverities.map((severity) => {
        const { failed: bad, passed, notApplicable } = totals[severity];
        return [severity, String(bad), String(passed), String(notApplicable)];
      }),
      style,
    ),
    ...failed.map((rule) => failedText(rule, style)),
    others
      .map(({ id, status, title }) => plainText(`${status === 'pass' ? 'pass' : 'n/a '}  ${id}  ${title}`))
      .join('\n'),
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function failedText(rule: ControlsScoreDocument['rules'][number], { colors }: Style): string {
  const { id, severity, title, found, rationale, remedy, exception } = rule;
  const paint = { critical: colors.red, high: colors.red, medium: colors.yellow, low: String, info: String }[severity];
  const excused = exception === null ? [] : [`Exception ${exception.ticket} until ${minuteText(exception.expires)}.`];
  const lines = [`Found: ${found}`, `Why: ${rationale}`, `Mend: ${remedy}`, ...excused];
  const heading = `${paint(`fail · ${severity}`)}  ${colors.bold(plainText(`${id}  ${title}`))}`;
  return [heading, ...lines.map((line) => `  ${plainText(line)}`)].join('\n');
}
