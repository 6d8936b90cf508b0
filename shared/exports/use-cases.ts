import type { LedgerStore, UserStore } from '../enforcement/ports.ts';
import type { TeamStore } from '../kernel/records/ports.ts';
import { daysOf, latestDay, type Day, type DayRange } from '../kernel/time/day.ts';
import { historyStart } from '../ledger/reading-range.ts';
import { RowOwners } from '../ledger/row-owner.ts';
import type { KnownUser } from '../roster/person.ts';
import { assignTeams } from '../teams/assign-teams.ts';
import { membersByDay, teamOn } from '../teams/members-by-day.ts';
import { type UsageRow, usageRowsOf } from './usage-row.ts';

interface ExportPorts {
  readonly teams: TeamStore;
  readonly users: UserStore;
  readonly ledger: LedgerStore;
}

/** A place between rows: so many rows of this day are behind it. */
interface Place {
  readonly day: Day;
  readonly rows: number;
}

interface UsagePage {
  readonly rows: readonly UsageRow[];
  readonly next: Place | undefined;
  /** Days of the range without trusted figures. */
  readonly incomplete: readonly Day[];
}

/** A page of the use of a range of days, in the order of days and user ids. One day at a time is in memory. */
export async function readUsagePage(
  { teams, users, ledger }: ExportPorts,
  { range, at, rowsMax }: { readonly range: DayRange; readonly at?: Place; readonly rowsMax: number },
): Promise<UsagePage> {
  const asked = { from: latestDay(historyStart, range.from), through: range.through };
  if (asked.from > asked.through) {
    return { rows: [], next: undefined, incomplete: [] };
  }
  const [roster, { teams: known }, days] = await Promise.all([users.list(), teams.list(), ledger.listDays(asked)]);
  const { teamOf } = assignTeams(roster, known);
  const members = membersByDay(roster, teamOf, range.through);
  const emails = new Map(roster.map(({ userId, email }) => [userId, email?.trim()]));
  const complete = new Set(days.filter(({ status }) => status === 'complete').map(({ day }) => day));
  const incomplete = daysOf(asked).filter((day) => !complete.has(day));
  const rows: UsageRow[] = [];
  for (const day of days.filter((each) => each.day >= (at?.day ?? asked.from))) {
    const ofDay = await ledger.readRows(day.day);
    // Hardly a day has ids that the roster lacks.
    const owners = ofDay.some(({ userId }) => !emails.has(userId)) ? ownersOf(roster, day.day, ofDay) : noOwners;
    const personOf = (rowId: string) => {
      const userId = owners.get(rowId) ?? rowId;
      return { userId, email: emails.get(userId) };
    };
    const all = usageRowsOf(day, ofDay, { personOf, teamOn: (userId, on) => teamOn(members, userId, on) });
    const behind = at?.day === day.day ? at.rows : 0;
    const taken = all.slice(behind, behind + rowsMax - rows.length);
    taken.forEach((row) => rows.push(row));
    if (behind + taken.length < all.length) {
      return { rows, next: { day: day.day, rows: behind + taken.length }, incomplete };
    }
  }
  return { rows, next: undefined, incomplete };
}

const noOwners: ReadonlyMap<string, string> = new Map();

function ownersOf(
  roster: readonly KnownUser[],
  day: Day,
  rows: Parameters<RowOwners['see']>[1],
): ReadonlyMap<string, string> {
  const seen = new RowOwners(roster);
  seen.see(day, rows);
  return seen.owners().users;
}
