import { formatScope } from '../budgets/scope.ts';
import { type ComingStop, comingStops } from '../explanation/coming-stops.ts';
import { readSnapshot } from '../explanation/use-cases/snapshots/read-snapshot.ts';
import { cutPage } from '../kernel/api/cut-page.ts';
import type { Operations, OperationWork } from '../kernel/api/operation.ts';
import { Problem } from '../kernel/api/problem.ts';
import { unknownTeam } from '../kernel/api/refusals.ts';
import { snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import { usageRange } from '../kernel/api/usage-range.ts';
import { visibleTo } from '../kernel/records/api/visible-to.ts';
import { isMentioned } from '../kernel/texts/compare-text.ts';
import { daysOf, dayOf } from '../kernel/time/day.ts';
import { membersByDay } from '../teams/members-by-day.ts';
import { ledgerContract } from './contract.ts';
import { dailyWithin } from './daily-use.ts';
import { type ExploredRow, exploreUse } from './explore-use.ts';

const operations: Operations<typeof ledgerContract> = {
  async exploreUsage(work, { at, by = 'user', team, search, before, cursor, limit, ...days }) {
    const { installation, nowMs, onlyTeams } = work;
    if (by === 'model' && (onlyTeams !== undefined || team !== undefined)) {
      throw new Problem('invalid-input', 'Use by model is known of the organization alone: leave the team out');
    }
    const range = usageRange(days, dayOf(at ?? nowMs), installation.readSettings().platformWindowAnchorDay);
    const snapshot = await readSnapshot(snapshotPorts(work), snapshotOrder(work, at));
    const { use, users, assignment, today, dataThrough } = snapshot;
    const names = await teamsOf(
      work,
      team,
      snapshot.teams.map(({ name }) => name),
    );
    const terms = { use, users, members: membersByDay(users, assignment.teamOf, today) };
    const explored = exploreUse(terms, { range, by, teams: names && new Set(names), beforeFrom: before });
    const { rows, total } = explored;
    const found = rows.filter(
      ({ name, team: of }) => search === undefined || isMentioned(search, [name ?? '', of ?? '']),
    );
    const page = cutPage({ document: { rows: found, next: null } }, { cursor, limit }, ['key']).document as {
      readonly rows: readonly ExploredRow[];
      readonly next: string | null;
    };
    return {
      document: {
        ...page,
        rows: page.rows.map((row) => ({
          key: row.key,
          name: row.name ?? null,
          email: row.email ?? null,
          team: row.team ?? null,
          credits: row.credits,
          share: total === 0 ? 0 : row.credits / total,
          before: row.before ?? null,
          days: dailyWithin(use, row.daily, explored.range),
        })),
        from: explored.range.from,
        through: explored.range.through,
        before: explored.before ?? null,
        dataThrough: dataThrough ?? null,
        by,
        total,
        beforeTotal: explored.beforeTotal ?? null,
        days: daysOf(explored.range).map((day, index) => ({
          day,
          credits: explored.days[index] ?? 0,
          before: explored.beforeDays[index] ?? null,
        })),
      },
    };
  },

  async listComingStops(work, { at, team }) {
    const snapshot = await readSnapshot(snapshotPorts(work), snapshotOrder(work, at));
    const names = await teamsOf(
      work,
      team,
      snapshot.teams.map(({ name }) => name),
    );
    const stops = comingStops(snapshot).filter((stop) => names === undefined || names.includes(stop.team ?? ''));
    return { document: { rows: stops.map(stopDocument), next: null } };
  },
};

/** Use by user, team and model, by day, and whom it will stop. */
export const usage = { contract: ledgerContract, operations };

/** The teams whose use is wanted and seen; undefined for everything. */
async function teamsOf(
  work: OperationWork,
  team: string | undefined,
  known: readonly string[],
): Promise<readonly string[] | undefined> {
  const visible = await visibleTo(work);
  if (team !== undefined && !(known.includes(team) && visible.team(team))) {
    throw unknownTeam(team, known.filter(visible.team));
  }
  return team === undefined ? work.onlyTeams : [team];
}

function stopDocument({ limitCredits, leftCredits, binding, team, ...stop }: ComingStop) {
  return {
    ...stop,
    team: team ?? null,
    limit: limitCredits,
    left: leftCredits,
    scope: binding === undefined ? null : formatScope(binding.scope),
    window: binding?.window ?? null,
  };
}
