import type { ControlsReport } from '../../shared/controls/controls-report.ts';
import { describeAlarm } from '../../shared/controls/history/history-alarm.ts';
import type { Watch } from '../../shared/controls/use-cases/watch-controls.ts';
import type { Finding } from '../../shared/kernel/runs/finding.ts';
import type { Run, RunOutcome } from '../../shared/kernel/runs/run.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Severity } from '../../shared/notifications/severity.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { type Cell, renderTable } from '../../shared/terminal/table.ts';

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

const linesMax = 20;

const seeList = 'what it found is stored; "npx curfew controls list" shows it';

/** What a look at the controls came to, as a table of facts, with what it found below where that is known. */
export function describeWatch(
  { run, outcome, reports }: Pick<Watch, 'run' | 'outcome'> & { readonly reports?: Watch['reports'] },
  style: Style,
): string {
  const { status, alerts, held, problems } = outcome;
  const facts = [
    ['Run', run.runId],
    ['As of', run.at],
    ['Status', status],
    ...(reports === undefined ? [] : [['Revisions', grouped(revisionsIn(reports))] as const]),
    ['Mails', grouped(alerts)],
  ] as const;
  const table = renderTable([{ title: 'Controls' }, { title: run.at.slice(0, 16) }], facts, style);
  const reasons = held === undefined ? [] : [`Held: ${held.detail}`];
  const lines = [...reasons, ...problems, ...(reports?.flatMap(linesOf) ?? [seeList])];
  const more = lines.length - linesMax;
  return [
    table,
    ...lines.slice(0, linesMax).map((line) => `- ${plainText(line)}`),
    ...(more > 0 ? [`- and ${grouped(more)} more`] : []),
  ].join('\n');
}

function revisionsIn(reports: Watch['reports']): number {
  return reports.reduce((count, { handled }) => count + (handled?.count ?? 0), 0);
}

function linesOf({ kind, handled, steps, findings, alarms, over }: ControlsReport): readonly string[] {
  const first =
    kind === 'first-run'
      ? [`${grouped(handled?.count ?? 0)} revisions are stored as evidence; from now on every change is reported`]
      : [];
  const changes = steps.flatMap(({ revision, actor, changes: found }) =>
    found.map(
      ({ severity, direction, sentence }) =>
        `${severity}, ${direction}, revision ${revision} by ${actor.email ?? actor.id ?? 'an unknown person'}: ${sentence}`,
    ),
  );
  return [
    ...first,
    ...alarms.map(describeAlarm),
    ...findings.map(({ sentence }) => sentence),
    ...changes,
    ...over.map((alarm) => `Over: ${describeAlarm(alarm)}`),
  ];
}
