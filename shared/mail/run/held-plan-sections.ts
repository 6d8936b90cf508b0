import { describeSentBeside } from '../../enforcement/guards.ts';
import type { HeldPlan } from '../../enforcement/held-plan.ts';
import type { PlanSummary, PoolSummary } from '../../enforcement/plan-summary.ts';
import type { Notice } from '../../kernel/runs/notice.ts';
import type { Hold, RunOutcome } from '../../kernel/runs/run.ts';
import { leftText } from '../../kernel/texts/amount-state.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { creditsOver, creditsText } from '../../kernel/texts/credits.ts';
import type { Figure, MailSection } from '../content.ts';
import { left, namedLines, notesSection, right, tableSection } from '../table-parts.ts';

/** Returns what a held plan would do: stopped users by team, the largest changes, and the pools. */
export function heldPlanSections({ summary }: HeldPlan): readonly MailSection[] {
  if (summary === undefined) {
    return [];
  }
  return [
    ...stoppedNotes(summary),
    ...teamsTable(summary),
    ...largestTable(summary),
    ...poolsTable(summary.pools),
    ...guaranteeNotes(summary.pools),
  ];
}

export function heldPlanFigures({ total }: PlanSummary): readonly Figure[] {
  return [
    { label: 'Would be stopped', value: counted(total.stopped, 'person', 'people') },
    { label: 'Can work again', value: grouped(total.freed) },
    { label: 'Lowered', value: grouped(total.lowered) },
    { label: 'Raised', value: grouped(total.raised) },
  ];
}

function stoppedNotes({ total, stoppedEmails }: PlanSummary): readonly MailSection[] {
  const names = total.stopped === 0 ? [] : namedLines(stoppedEmails, total.stopped);
  return notesSection(`Newly stopped (${grouped(total.stopped)})`, names);
}

function teamsTable({ teams, teamsCount }: PlanSummary): readonly MailSection[] {
  const changed = teams.filter(({ raised, lowered, stopped, freed }) => raised + lowered + stopped + freed > 0);
  const columns = [left('Team'), right('Stopped'), right('Lowered'), right('Raised'), right('Limits in all')];
  const heading = `By team (${grouped(changed.length)} of ${grouped(teamsCount)})`;
  return tableSection({ heading, columns }, changed, (change) => [
    `${change.team ?? 'no team'} (${grouped(change.users)})`,
    grouped(change.stopped),
    grouped(change.lowered),
    grouped(change.raised),
    `${creditsText(change.beforeCredits)} → ${creditsText(change.afterCredits)}`,
  ]);
}

function largestTable({ largest }: PlanSummary): readonly MailSection[] {
  const columns = [left('User'), right('Limit now'), right('Limit then')];
  const shown = largest.slice(0, largestMax);
  return tableSection({ heading: 'The largest changes', columns }, shown, ({ email, fromCredits, toCredits }) => [
    email,
    fromCredits === undefined ? 'none' : creditsText(fromCredits),
    creditsText(toCredits),
  ]);
}

const largestMax = 8;

function poolsTable(pools: readonly PoolSummary[]): readonly MailSection[] {
  const columns = [left('Pool'), right('Used'), right('Left'), right('Worst case'), left('Lasts')];
  const heading = `Pools as they stand (${grouped(pools.length)})`;
  return tableSection({ heading, columns }, pools, ({ worstCaseCredits, allowedCredits, runwayDays, ...pool }) => [
    `${pool.scope}, ${pool.window}: ${creditsText(pool.amountCredits)}`,
    creditsOver(pool.usedCredits, { from: pool.from ?? '', through: pool.through ?? '' }),
    leftText({ amount: pool.amountCredits, used: pool.usedCredits, allowed: allowedCredits ?? pool.amountCredits }),
    worstCaseCredits === undefined ? 'no limit' : creditsText(worstCaseCredits),
    runwayDays === undefined
      ? 'until it resets'
      : runwayDays === 0
        ? 'until today'
        : `about ${counted(runwayDays, 'day')}`,
  ]);
}

function guaranteeNotes(pools: readonly PoolSummary[]): readonly MailSection[] {
  const notes = pools.flatMap(({ scope, window, verdict }) =>
    verdict === undefined || verdict.kind === 'kept' ? [] : [`${scope}, ${window}: ${verdict.detail}`],
  );
  return notesSection('Overspend guarantee, as limits are now', notes);
}

/** Returns why a run was held, what it sent nevertheless, and what to do about it; empty for any other mail. */
export function heldNotes({ kind }: Notice, { held, capsChanged = 0 }: RunOutcome): readonly MailSection[] {
  const todo = held === undefined ? undefined : choicesOf(kind, held);
  if (held === undefined || todo === undefined) {
    return [];
  }
  const beside = describeSentBeside(capsChanged);
  return [
    { kind: 'notes', heading: 'Why', notes: [held.detail, ...(beside === undefined ? [] : [beside])] },
    { kind: 'notes', heading: 'What to do', notes: todo },
  ];
}

function choicesOf(kind: Notice['kind'], { plan = '', until = '' }: Hold): readonly string[] | undefined {
  switch (kind) {
    case 'held':
      return inDoubt;
    case 'plan-held':
      return choicesFor(plan);
    case 'clock-held':
      return [
        'Check the clock of the machine that Curfew runs on, and have it synchronized.',
        `If the clock is right, nothing else: runs change limits again from ${until}.`,
      ];
    case 'summary':
    case 'failed':
    case 'window-start-failed':
    case 'edit-failed':
      return undefined;
  }
}

const inDoubt = [
  'If the platform is only late, nothing: a run checks every hour, and continues once the day is complete.',
  'If the day stays in doubt, compare it with the platform’s own pages. Figures that differ a little and are right: raise toleranceShare in the settings.',
];

function choicesFor(plan: string): readonly string[] {
  return [
    `To look at it row by row: npx curfew plans show ${plan}`,
    `If these stops are intended, approve it before the end of the day (UTC): npx curfew approve ${plan}`,
    'If not, raise or correct the budgets: the next run makes a new plan; there is one every hour from 02:30 UTC on.',
    `To reject it, so that the current limits stay in force: npx curfew reject ${plan}`,
    'If plans of this size are usual here, raise blastRadius in the settings.',
  ];
}
