import { changesOf, type CapPlan } from '../../shared/caps/cap-plan.ts';
import { describeSentBeside } from '../../shared/enforcement/guards.ts';
import type { EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import { poolFacts, stakesIn } from '../../shared/explanation/describe-pool.ts';
import type { RunStatus } from '../../shared/kernel/runs/run.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable, type Cell } from '../../shared/terminal/table.ts';

const problemsShownMax = 10;

const failedHint =
  'The next run takes up where this one ended. If the platform or the key is the wrong one, correct CURFEW_BASE_URL and CURFEW_API_KEY.';

/** What a night came to, as a table of facts, with what went wrong below it. */
export function describeRun({ run, outcome, plan }: EnforcementRun, style: Style): string {
  const { status, dataThrough, capsChanged, capsFailed, alerts, held, problems } = outcome;
  const facts: (readonly [string, Cell])[] = [
    ['Run', run.runId],
    ['As of', run.at],
    ['Status', statusCell(status, style)],
    ['Data through', dataThrough ?? 'none yet'],
    ...(plan === undefined ? [] : peopleFacts(plan)),
    ['Caps changed', grouped(capsChanged)],
    ['Caps failed', grouped(capsFailed)],
    ['Mails', grouped(alerts)],
  ];
  const table = renderTable([{ title: 'Night' }, { title: run.at.slice(0, 10) }], facts, style);
  const beside = describeSentBeside(capsChanged);
  const reasons =
    held === undefined ? [] : [`Held by the ${held.guard}: ${held.detail}`, ...(beside === undefined ? [] : [beside])];
  const faults = [...reasons, ...problems.slice(0, problemsShownMax)].map((text) => `- ${plainText(text)}`);
  const more = problems.length - problemsShownMax;
  return [
    table,
    ...(plan === undefined ? [] : describePools(plan, style)),
    ...faults,
    ...(more > 0 ? [`- and ${grouped(more)} more problems`] : []),
    ...(status === 'failed' ? [failedHint] : []),
  ].join('\n');
}

function peopleFacts(plan: NonNullable<EnforcementRun['plan']>): readonly (readonly [string, string])[] {
  const changes = changesOf(plan);
  const blocked = changes.filter((change) => change.binding?.headroomCredits === 0).length;
  return [
    ['Users who can be capped', grouped(plan.decisions.length)],
    ['Users who cannot', grouped(plan.uncappable.length)],
    ['Changes decided', grouped(changes.length)],
    ['Of these, nothing left', grouped(blocked)],
  ];
}

function statusCell(status: RunStatus, { colors }: Style): Cell {
  const paint = { complete: colors.green, partial: colors.yellow, held: colors.yellow, failed: colors.red };
  return { text: status, paint: paint[status] };
}

const columns: readonly Column[] = [
  { title: 'Pool' },
  { title: 'Amount', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Worst case', align: 'right' },
  { title: 'Guarantee' },
];

const rowsMax = 20;
const namedMax = 5;

/** How the pools of a plan stand before it is done, and who draws on strict ones and cannot be capped. */
export function describePools(plan: CapPlan, style: Style): readonly string[] {
  const pools = poolFacts(plan);
  if (pools.length === 0) {
    return [];
  }
  const rows = pools
    .slice(0, rowsMax)
    .map(({ pool, amount, used, most, guarantee }) => [pool, amount, used, most, guarantee]);
  const more = pools.length - rows.length;
  return [
    '',
    'Pools, before tonight’s changes:',
    renderTable(columns, rows, style),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...pools.flatMap(({ pool, outlook }) => (outlook === undefined ? [] : [plainText(`- ${pool}: ${outlook}`)])),
    ...uncappableLines(plan),
  ];
}

function uncappableLines({ shares, uncappable }: CapPlan): readonly string[] {
  const named = uncappable.flatMap((user) => {
    const stakes = stakesIn(shares, user);
    return stakes.length === 0 ? [] : [`- ${user.userId} used ${stakes.join('; ')}`];
  });
  const more = named.length > namedMax ? [`- and ${named.length - namedMax} more`] : [];
  return named.length === 0
    ? []
    : ['The guarantee is for the others; these cannot be capped:', ...named.slice(0, namedMax).map(plainText), ...more];
}
