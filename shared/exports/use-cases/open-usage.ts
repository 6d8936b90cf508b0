import type { LedgerStore, UserStore } from '../../enforcement/ports.ts';
import { restatedDaysIn } from '../../journal/day-entries.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { TeamStore } from '../../kernel/records/ports.ts';
import type { Journal } from '../../kernel/runs/ports.ts';
import { addDays, dayOf, daysOf, earliestDay, latestDay, type Day, type DayRange } from '../../kernel/time/day.ts';
import { historyStart } from '../../ledger/reading-range.ts';
import { RowOwners } from '../../ledger/row-owner.ts';
import type { KnownUser } from '../../roster/person.ts';
import { assignTeams } from '../../teams/assign-teams.ts';
import { membersByDay, teamOn } from '../../teams/members-by-day.ts';
import { type Correction, type UsageRow, usageRowsOf } from '../usage-row.ts';

/** A place between rows: so many rows of this day are behind it. */
export interface Place {
  readonly day: Day;
  readonly rows: number;
}

/** Reads the use of a range of days a page at a time; people, teams and days are those of its beginning. */
export interface UsageReader {
  /** Days of the range without trusted figures. */
  readonly incomplete: readonly Day[];
  /** A page from a place on, in the order of days and user ids. Pages in their order read each day once. */
  readonly page: (
    at: Place | undefined,
    rowsMax: number,
  ) => Promise<{ readonly rows: readonly UsageRow[]; readonly next: Place | undefined }>;
}

/** Opens the use of a range of days. `today`: restatements are known through this UTC day. */
export async function openUsage(
  {
    teams,
    users,
    ledger,
    journal,
  }: { readonly teams: TeamStore; readonly users: UserStore; readonly ledger: LedgerStore; readonly journal: Journal },
  { range, today }: { readonly range: DayRange; readonly today: Day },
): Promise<UsageReader> {
  const asked = { from: latestDay(historyStart, range.from), through: range.through };
  if (asked.from > asked.through) {
    return { incomplete: [], page: async () => Promise.resolve({ rows: [], next: undefined }) };
  }
  const [roster, { teams: known }, days, entries] = await Promise.all([
    users.list(),
    teams.list(),
    ledger.listDays(asked),
    listRestated(journal, { from: asked.from, through: today }),
  ]);
  const { teamOf } = assignTeams(roster, known);
  const members = membersByDay(roster, teamOf, range.through);
  const emails = new Map(roster.map(({ userId, email }) => [userId, email?.trim()]));
  const complete = new Set(days.filter(({ status }) => status === 'complete').map(({ day }) => day));
  const facts = new Map(days.map((day) => [day.day, day]));
  const corrections = Map.groupBy(
    entries.flatMap((entry) =>
      restatedDaysIn([entry]).flatMap(({ day, users: changed }) =>
        changed.map((change): Correction & { day: Day } => ({ ...change, day, on: dayOf(Date.parse(entry.at)) })),
      ),
    ),
    ({ day }) => day,
  );

  async function* rowsFrom(place: Place | undefined): AsyncGenerator<UsageDay> {
    const wanted = days.map(({ day }) => day).filter((day) => place === undefined || day >= place.day);
    for await (const { day, rows } of ledger.readEach(wanted)) {
      const fact = facts.get(day);
      // Hardly a day has ids that the roster lacks.
      const owners = rows.some(({ userId }) => !emails.has(userId)) ? ownersOf(roster, day, rows) : noOwners;
      const people = {
        ownerOf: (rowId: string) => owners.get(rowId) ?? rowId,
        emailOf: (userId: string) => emails.get(userId),
        teamOn: (userId: string, on: Day) => teamOn(members, userId, on),
        corrections: corrections.get(day),
      };
      const behind = place?.day === day ? place.rows : 0;
      const all = fact === undefined ? [].values() : usageRowsOf(fact, rows, people);
      for (let skipped = 0; skipped < behind; skipped += 1) {
        all.next();
      }
      yield { day, rows: all, behind };
    }
  }
  return { incomplete: daysOf(asked).filter((day) => !complete.has(day)), page: pagesOf(rowsFrom) };
}

const daysAtOnce = 31;

/** Some weeks at once: each day of the journal is a question of its own. */
async function listRestated(journal: Journal, range: DayRange): Promise<readonly JournalEntry[]> {
  const firsts = daysOf(range).filter((_, index) => index % daysAtOnce === 0);
  const spans = firsts.map((from) => ({ from, through: earliestDay(addDays(from, daysAtOnce - 1), range.through) }));
  return (await Promise.all(spans.map(async (span) => journal.list(span, Infinity, ['day-restated'])))).flat();
}

interface UsageDay {
  readonly day: Day;
  readonly rows: Iterator<UsageRow, unknown>;
  /** So many rows are in earlier pages, or in this one. */
  behind: number;
}

/** Cuts days into pages. What is read beyond a page is kept for the next one. */
function pagesOf(rowsFrom: (place: Place | undefined) => AsyncGenerator<UsageDay>): UsageReader['page'] {
  let open:
    | { readonly at: string; readonly days: AsyncGenerator<UsageDay>; readonly rest: UsageDay; readonly row: UsageRow }
    | undefined;
  return async (at, rowsMax) => {
    const kept = open?.at === textOf(at) ? open : undefined;
    open = undefined;
    const days = kept?.days ?? rowsFrom(at);
    const rows: UsageRow[] = [];
    let ahead = kept?.row;
    for (let day = kept?.rest ?? (await nextOf(days)); day !== undefined; day = await nextOf(days)) {
      for (let row = ahead ?? nextRow(day); row !== undefined; row = nextRow(day)) {
        if (rows.length === rowsMax) {
          const next = { day: day.day, rows: day.behind };
          open = { at: textOf(next), days, rest: day, row };
          return { rows, next };
        }
        rows.push(row);
        day.behind += 1;
      }
      ahead = undefined;
    }
    return { rows, next: undefined };
  };
}

function nextRow({ rows }: UsageDay): UsageRow | undefined {
  const { value, done } = rows.next();
  return done === true ? undefined : value;
}

function textOf(place: Place | undefined): string {
  return place === undefined ? '' : `${place.day}/${place.rows}`;
}

async function nextOf(days: AsyncGenerator<UsageDay>): Promise<UsageDay | undefined> {
  const { value, done } = await days.next();
  return done === true ? undefined : value;
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
