import type { HeldPlan } from '../../plans/held-plan.ts';
import type { PlanSummary, PoolSummary, TeamChange } from '../../plans/plan-summary.ts';
import { counted } from '../../texts/counted.ts';
import { grouped } from '../../texts/grouped.ts';
import type { Figure, MailSection } from '../content.ts';
import { namedLines } from '../named-lines.ts';
import { left, rest, right, rowsMax } from '../table-parts.ts';

/** What a held plan would do: whom it stops, by team, where it moves most, and how the pools stand. */
export function heldPlanSections({ summary }: Pick<HeldPlan, 'summary'>): readonly MailSection[] {
  if (summary === undefined) {
    return [];
  }
  return [...stoppedNotes(summary), ...teamsTable(summary), ...largestTable(summary), ...poolsTable(summary.pools)];
}

/** The same in figures. */
export function heldPlanFigures({ total }: PlanSummary): readonly Figure[] {
  return [
    { label: 'Would be stopped', value: counted(total.stopped, 'person', 'people') },
    { label: 'Can work again', value: grouped(total.freed) },
    { label: 'Lowered', value: grouped(total.lowered) },
    { label: 'Raised', value: grouped(total.raised) },
  ];
}

function stoppedNotes({ total, stoppedEmails }: PlanSummary): readonly MailSection[] {
  const heading = `Newly stopped (${grouped(total.stopped)})`;
  return total.stopped === 0 ? [] : [{ kind: 'notes', heading, notes: namedLines(stoppedEmails, total.stopped) }];
}

function teamsTable({ teams, teamsCount }: PlanSummary): readonly MailSection[] {
  const changed = teams.filter(({ raised, lowered, stopped, freed }) => raised + lowered + stopped + freed > 0);
  if (changed.length === 0) {
    return [];
  }
  const columns = [left('Team'), right('Stopped'), right('Lowered'), right('Raised'), right('Limits in all')];
  const table = { columns, rows: changed.slice(0, rowsMax).map(teamRow), ...rest(changed.length) };
  return [{ kind: 'table', heading: `By team (${grouped(changed.length)} of ${grouped(teamsCount)})`, table }];
}

function teamRow({
  team,
  users,
  stopped,
  lowered,
  raised,
  beforeCredits,
  afterCredits,
}: TeamChange): readonly string[] {
  return [
    `${team ?? 'no team'} (${grouped(users)})`,
    grouped(stopped),
    grouped(lowered),
    grouped(raised),
    `${grouped(beforeCredits)} → ${grouped(afterCredits)}`,
  ];
}

function largestTable({ largest }: PlanSummary): readonly MailSection[] {
  const rows = largest
    .slice(0, largestMax)
    .map(({ email, fromCredits, toCredits }) => [
      email,
      fromCredits === undefined ? 'none' : grouped(fromCredits),
      grouped(toCredits),
    ]);
  const columns = [left('User'), right('Limit now'), right('Limit then')];
  return rows.length === 0 ? [] : [{ kind: 'table', heading: 'The largest changes', table: { columns, rows } }];
}

/** So many are looked at; `plans show` has more. */
const largestMax = 8;

function poolsTable(pools: readonly PoolSummary[]): readonly MailSection[] {
  if (pools.length === 0) {
    return [];
  }
  const columns = [left('Pool'), right('Used'), right('Left'), right('Worst case'), left('Lasts')];
  const rows = pools
    .slice(0, rowsMax)
    .map(({ scope, window, amountCredits, usedCredits, leftCredits, worstCaseCredits, runwayDays }) => [
      `${scope}, ${window}: ${grouped(amountCredits)}`,
      grouped(usedCredits),
      grouped(leftCredits),
      worstCaseCredits === undefined ? 'no end' : grouped(worstCaseCredits),
      runwayDays === undefined ? 'until it resets' : `about ${counted(runwayDays, 'day')}`,
    ]);
  const heading = `Pools as they stand (${grouped(pools.length)})`;
  return [{ kind: 'table', heading, table: { columns, rows, ...rest(pools.length) } }];
}
