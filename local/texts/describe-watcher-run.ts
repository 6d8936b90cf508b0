import type { Finding } from '../../shared/kernel/runs/finding.ts';
import type { Run, RunOutcome } from '../../shared/kernel/runs/run.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Severity } from '../../shared/notifications/severity.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable, type Cell } from '../../shared/terminal/table.ts';

const problemsShownMax = 10;

/** What a run of a watcher came to: a table of facts, then what it has found, the worst first. */
export function describeWatcherRun(
  { run, outcome }: { readonly run: Run; readonly outcome: RunOutcome },
  style: Style,
): string {
  const { status, alerts, held, problems, findings = [], findingsMore = 0 } = outcome;
  const facts = [
    ['Run', run.runId],
    ['As of', run.at],
    ['Status', status],
    ['Findings', grouped(findings.length + findingsMore)],
    ['Mails', grouped(alerts)],
  ] as const;
  const reasons = held === undefined ? [] : [`Held by the ${held.guard}: ${held.detail}`];
  const more = problems.length - problemsShownMax;
  return [
    renderTable([{ title: run.job }, { title: run.at.slice(0, 16) }], facts, style),
    ...[...reasons, ...problems.slice(0, problemsShownMax)].map((text) => `- ${plainText(text)}`),
    ...(more > 0 ? [`- and ${grouped(more)} more problems`] : []),
    ...(findings.length === 0 ? [] : ['', describeFindings(findings, style)]),
    ...(findingsMore > 0 ? [`and ${grouped(findingsMore)} more`] : []),
  ].join('\n');
}

/** Findings as a table, with what was done about each, or would be. */
function describeFindings(findings: readonly Finding[], style: Style): string {
  const columns = [
    { title: 'Severity' },
    { title: 'Finding' },
    { title: 'Subject' },
    { title: 'Detail' },
    { title: 'Action' },
  ];
  const rows = findings.map(({ kind, subject, severity, detail, action }) => [
    severityCell(severity, style),
    kind,
    subject,
    detail,
    action === null ? '' : `${action.kind}: ${action.status}`,
  ]);
  return renderTable(columns, rows, style);
}

function severityCell(severity: Severity, { colors }: Style): Cell {
  const paint = { critical: colors.red, high: colors.red, medium: colors.yellow, low: colors.cyan, info: colors.dim };
  return { text: severity, paint: paint[severity] };
}
