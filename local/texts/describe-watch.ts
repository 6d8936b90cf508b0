import type { ControlsReport } from '../../shared/controls/controls-report.ts';
import { describeAlarm } from '../../shared/controls/history/history-alarm.ts';
import type { Watch } from '../../shared/controls/use-cases/watch-controls.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

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
