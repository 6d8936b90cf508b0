import type { LedgerStore, UserStore } from '../enforcement/ports.ts';
import { findPerson } from '../explanation/find-person.ts';
import { platformWindowOf, type Snapshot } from '../explanation/snapshot.ts';
import { type ExplainOrder, type ExplainPorts, recentCapChanges } from '../explanation/use-cases/explain-user.ts';
import { capChangeDocument } from '../explanation/use-cases/explanation-document.ts';
import { readSnapshot } from '../explanation/use-cases/snapshots/read-snapshot.ts';
import { forecastCourse } from '../forecast/forecast-course.ts';
import { forecastWindow } from '../forecast/forecast.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import type { CapChange } from '../journal/cap-entry.ts';
import type { TeamStore } from '../kernel/records/ports.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import type { CreditPrice } from '../kernel/texts/money.ts';
import { addDays, type Day, dayOf, type DayRange, daysOf, latestDay } from '../kernel/time/day.ts';
import { forecastDocument } from '../pools/use-cases/pool-document.ts';
import { emailKey, nearEmails } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import { assignTeams } from '../teams/assign-teams.ts';
import { membersByDay, type MembersByDay, teamOn } from '../teams/members-by-day.ts';
import { dailyCreditsOf } from './daily-use.ts';
import type { LedgerDay } from './ledger-day.ts';
import { dataThrough, historyStart } from './reading-range.ts';
import { RowOwners } from './row-owner.ts';
import type { UsageBreakdown } from './usage-breakdowns.ts';
import { costOf, creditsOf, type CreditsByPart, partsByModel, partsOfDays } from './usage-parts.ts';
import { type UsageShare, usageShares } from './usage-shares.ts';

type PersonUseOutcome =
  | { readonly kind: 'shown'; readonly document: ReturnType<typeof useDocument> }
  | { readonly kind: 'nobody'; readonly near: readonly string[] };

const changesMax = 100;
const daysBefore = 28;

/** A person's daily use, its forecast, and the limits set meanwhile. */
export async function showPersonUse(ports: ExplainPorts, { email, ...order }: ExplainOrder): Promise<PersonUseOutcome> {
  const snapshot = await readSnapshot(ports, order);
  const found = findPerson(email, snapshot);
  if (found.kind === 'nobody') {
    return found;
  }
  const userId = found.kind === 'uncappable' ? found.uncappable.userId : found.user.userId;
  const known = found.user?.email ?? null;
  const through = dayOf(order.atMs);
  const changes = await recentCapChanges(ports.journal, userId, {
    through,
    countMax: changesMax,
    people: snapshot.people.persons.length,
  });
  return { kind: 'shown', document: useDocument({ userId, email: known }, snapshot, changes) };
}

function useDocument(
  { userId, email }: { readonly userId: string; readonly email: string | null },
  { use, usage, dataThrough }: Snapshot,
  changes: readonly CapChange[],
) {
  const credits = use.users.get(userId);
  const window = platformWindowOf(usage);
  const from = latestDay(use.knownFrom, addDays(window.from, -daysBefore));
  const daily = dailyCreditsOf(use, credits);
  const profile = usualWeekOf(dailyCreditsOf(use, use.organization));
  const forecast = forecastWindow(window, daily, profile);
  const course = forecastCourse(window, daily, profile);
  const usedCredits = forecast.kind === 'forecast' ? forecast.usedCredits : 0;
  return {
    email,
    userId,
    dataThrough: dataThrough ?? null,
    platformWindow: { from: window.from, through: window.through },
    days: use.days.flatMap((day, index) => (day < from ? [] : [{ day, credits: credits?.[index] ?? 0 }])),
    forecast: forecast.kind === 'forecast' ? forecastDocument(forecast) : null,
    expected: course.map(({ day, meanCredits }, index) => ({
      day,
      credits: meanCredits - (course[index - 1]?.meanCredits ?? usedCredits),
    })),
    limits: changes.map(capChangeDocument),
  };
}

interface UsagePorts {
  readonly teams: TeamStore;
  readonly users: UserStore;
  readonly ledger: LedgerStore;
}

interface UsageOrder {
  readonly range: DayRange;
  /** One user, by email in any case and spacing or by id; default: every user. */
  readonly email?: string;
  /** Default: by user. One user is shown by day. */
  readonly by?: UsageBreakdown;
  /** In the order of their days; default: none. */
  readonly prices?: readonly CreditPrice[];
}

/** `suspect`: untrusted figures. `missing`: never read. */
interface UsageDayShown {
  readonly day: Day;
  readonly status: LedgerDay['status'] | 'missing';
  readonly credits: number;
}

/** A team, a model or a day; without a name: the rest. */
interface UsageGroup {
  readonly name: string | undefined;
  readonly credits: number;
  /** Part of the whole, 0 to 1. */
  readonly share: number;
}

interface UsageFigures {
  readonly by: UsageBreakdown;
  /** Largest first, days in order; empty by user. */
  readonly groups: readonly UsageGroup[];
  readonly users: readonly UsageShare[];
  readonly days: readonly UsageDayShown[];
  readonly totalCredits: number;
  readonly dataThrough: Day | undefined;
}

type UsageOutcome =
  | (UsageFigures & { readonly kind: 'shown'; readonly document: ReturnType<typeof usageDocument> })
  | { readonly kind: 'nobody'; readonly near: readonly string[] };

const nearMax = 5;

/** Use in a range of days by the ledger, in integer credits. */
export async function showUsage(
  ports: UsagePorts,
  { range, email, by = 'user', prices = [] }: UsageOrder,
): Promise<UsageOutcome> {
  const roster = await ports.users.list();
  const asked = { from: latestDay(historyStart, range.from), through: range.through };
  const hasDays = asked.from <= asked.through;
  const known = hasDays ? await ports.ledger.listDays(asked) : [];
  const tally = await tallyRows(ports.ledger, roster, known);
  const shares = usageShares(tally.credits, tally.emails);
  const meant = email === undefined ? shares : shares.filter((share) => isMeant(share, email));
  if (email !== undefined && meant.length === 0) {
    return { kind: 'nobody', near: nearEmails(email, [...new Set(tally.emails.values())], nearMax) };
  }
  const statuses = new Map(known.map((day) => [day.day, day.status]));
  const days = daysOf(asked).map((day) => ({
    day,
    status: statuses.get(day) ?? ('missing' as const),
    credits: meant.reduce((sum, { userId }) => sum + (tally.byDay.get(day)?.get(userId) ?? 0), 0),
  }));
  const whole = { ports, roster, shares, days, known, byDay: tally.byDay, through: range.through };
  const parts = await partsOf(by, whole);
  const shown = {
    by,
    groups: groupsOf(by, parts),
    users: meant,
    days,
    totalCredits: meant.reduce((sum, { credits }) => sum + credits, 0),
    dataThrough: hasDays ? dataThrough(asked, known) : undefined,
  };
  const costs = { range, isOne: email !== undefined, prices, byDay: tally.byDay, parts };
  return { kind: 'shown', ...shown, document: usageDocument(shown, costs) };
}

interface UsageTerms extends Pick<Whole, 'byDay'> {
  readonly range: DayRange;
  readonly isOne: boolean;
  readonly prices: readonly CreditPrice[];
  readonly parts: CreditsByPart;
}

function usageDocument(
  { by, groups, users, days, totalCredits, dataThrough: through }: UsageFigures,
  { range, isOne, prices, byDay, parts }: UsageTerms,
) {
  const daysOfUser = (userId: string) => Array.from(byDay, ([day, ofDay]) => [day, ofDay.get(userId) ?? 0] as const);
  const costed = days.map((day) => ({ ...day, cost: costOf([[day.day, day.credits]], prices) }));
  return {
    from: range.from,
    through: range.through,
    dataThrough: through ?? null,
    total: totalCredits,
    cost: costOf(
      days.map(({ day, credits }) => [day, credits]),
      prices,
    ),
    by,
    groups: groups.map(({ name, ...group }) => ({
      name: name ?? null,
      ...group,
      cost: costOf(parts.get(name) ?? [], prices),
    })),
    users: users.map(({ email, ...share }) => ({
      email: email ?? null,
      ...share,
      cost: costOf(daysOfUser(share.userId), prices),
    })),
    // For all users, only the days that need an explanation.
    days: isOne ? costed : costed.filter(({ status }) => status !== 'complete'),
  };
}

interface Whole {
  readonly ports: UsagePorts;
  readonly roster: readonly KnownUser[];
  readonly shares: readonly UsageShare[];
  readonly days: readonly UsageDayShown[];
  readonly known: readonly LedgerDay[];
  readonly byDay: ReadonlyMap<Day, ReadonlyMap<string, number>>;
  readonly through: Day;
}

async function partsOf(
  by: UsageBreakdown,
  { ports, roster, shares, days, known, byDay, through }: Whole,
): Promise<CreditsByPart> {
  switch (by) {
    case 'user':
      return new Map();
    case 'day':
      return partsOfDays(days.map(({ day, credits }) => [day, day, credits]));
    case 'team': {
      const { teamOf } = assignTeams(roster, (await ports.teams.list()).teams);
      return partsByTeam(membersByDay(roster, teamOf, through), { shares, byDay, through });
    }
    case 'model':
      return partsByModel(known, days);
  }
}

/** All users' credits by their team of the day; includes teams without use. */
function partsByTeam(
  members: MembersByDay,
  { shares, byDay, through }: Pick<Whole, 'shares' | 'byDay' | 'through'>,
): CreditsByPart {
  const named = new Set(shares.map(({ userId }) => userId));
  const used = [...byDay].flatMap(([day, ofDay]) =>
    [...ofDay].flatMap(([userId, credits]) =>
      named.has(userId) ? [[teamOn(members, userId, day), day, credits] as const] : [],
    ),
  );
  return partsOfDays([...shares.map(({ userId }) => [members.teamOf.get(userId), through, 0] as const), ...used]);
}

function summed<Name>(parts: readonly (readonly [Name, number])[]): ReadonlyMap<Name, number> {
  const sums = new Map<Name, number>();
  parts.forEach(([name, credits]) => sums.set(name, (sums.get(name) ?? 0) + credits));
  return sums;
}

function groupsOf(by: UsageBreakdown, parts: CreditsByPart): readonly UsageGroup[] {
  const total = [...parts.values()].reduce((sum, ofDays) => sum + creditsOf(ofDays), 0);
  const groups = [...parts].map(([name, ofDays]) => {
    const credits = creditsOf(ofDays);
    return { name, credits, share: total === 0 ? 0 : credits / total };
  });
  return by === 'day'
    ? groups
    : groups.toSorted((a, b) => b.credits - a.credits || compareText(a.name ?? '', b.name ?? ''));
}

interface Tally {
  readonly credits: Map<string, number>;
  readonly emails: Map<string, string>;
  readonly byDay: ReadonlyMap<Day, ReadonlyMap<string, number>>;
}

async function tallyRows(
  ledger: LedgerStore,
  roster: readonly KnownUser[],
  days: readonly LedgerDay[],
): Promise<Tally> {
  // Roster members without use are shown with 0; users who left only if they used credits.
  const current = roster.filter(({ goneSince }) => goneSince === undefined);
  const credits = new Map(current.map(({ userId }) => [userId, 0]));
  const emails = new Map<string, string>();
  const byDay = new Map<Day, ReadonlyMap<string, number>>();
  const rowOwners = new RowOwners(roster);
  for (const { day } of days) {
    const rows = await ledger.readRows(day);
    rowOwners.see(day, rows);
    byDay.set(day, summed(rows.map((row) => [rowOwners.textOf(row.userId), row.credits])));
    for (const { userId, email } of rows) {
      if (email !== null && !emails.has(userId)) {
        emails.set(userId, email.trim());
      }
    }
  }
  const owners = rowOwners.owners().users;
  for (const [day, ofDay] of byDay) {
    const owned = summed([...ofDay].map(([userId, used]) => [owners.get(userId) ?? userId, used]));
    byDay.set(day, owned);
    owned.forEach((used, userId) => credits.set(userId, (credits.get(userId) ?? 0) + used));
  }
  owners.forEach((_owner, userId) => emails.delete(userId));
  roster.forEach(({ userId, email }) => email !== undefined && emails.set(userId, email.trim()));
  return { credits, emails, byDay };
}

function isMeant({ userId, email }: UsageShare, wanted: string): boolean {
  return userId === wanted.trim() || (email !== undefined && emailKey(email) === emailKey(wanted));
}
