import { addDays, daysOf, type Day, type DayRange } from '../kernel/time/day.ts';
import type { LedgerDay, LedgerRow } from '../ledger/ledger-day.ts';
import { teamOn, type MembersByDay } from '../teams/members-by-day.ts';
import type { ComparedWeeks } from './digest-week.ts';

export interface TwoWeeks {
  readonly credits: number;
  readonly before: number;
}

export interface DayUse {
  readonly day: Day;
  /** `suspect`: the figures are in doubt. `missing`: none were read. */
  readonly status: LedgerDay['status'] | 'missing';
  readonly credits: number;
  readonly before: number;
}

export interface UserWeeks extends TwoWeeks {
  readonly userId: string;
  readonly peak?: { readonly day: Day; readonly credits: number };
}

export interface WeekUse {
  readonly days: readonly DayUse[];
  readonly daysInDoubtBefore: number;
  readonly billed: TwoWeeks;
  readonly users: ReadonlyMap<string, UserWeeks>;
  /** By team of the day: a user who moved has one entry per team. */
  readonly members: readonly (UserWeeks & { readonly team?: string })[];
  /** As far as the platform names models; a day's models may add up to less than the day. */
  readonly models: ReadonlyMap<string, TwoWeeks>;
  readonly teamDays: ReadonlyMap<string, ReadonlyMap<Day, number>>;
}

interface Tally {
  credits: number;
  before: number;
  peak?: { readonly day: Day; readonly credits: number };
}

export function weekUseBuilder(
  { week, before }: ComparedWeeks,
  { ownerOf, ...teams }: MembersByDay & { readonly ownerOf: (row: LedgerRow) => string },
): { add(day: LedgerDay, rows: readonly LedgerRow[]): void; gathered(): WeekUse } {
  const known = new Map<Day, LedgerDay>();
  const users = new Map<string, Tally>();
  const models = new Map<string, Tally>();
  // Only of users who moved: hardly any of very many.
  const moved = new Map<string, Map<string | undefined, Tally>>();
  const teamDays = new Map<string, Map<Day, number>>();
  return {
    add(day, rows) {
      known.set(day.day, day);
      const span = isIn(day.day, week) ? 'credits' : 'before';
      const ofDay = new Map<string, number>();
      for (const row of rows) {
        const userId = ownerOf(row);
        ofDay.set(userId, (ofDay.get(userId) ?? 0) + row.credits);
      }
      for (const [userId, credits] of ofDay) {
        count(users, userId, { span, credits, day: day.day });
        const team = teamOn(teams, userId, day.day);
        if (teams.moved?.has(userId) === true) {
          const parts = moved.get(userId) ?? new Map<string | undefined, Tally>();
          moved.set(userId, parts);
          count(parts, team, { span, credits, day: day.day });
        }
        if (team !== undefined && credits > 0) {
          const days = teamDays.get(team) ?? new Map<Day, number>();
          teamDays.set(team, days.set(day.day, (days.get(day.day) ?? 0) + credits));
        }
      }
      for (const { model, credits } of day.models ?? []) {
        count(models, model, { span, credits, day: day.day });
      }
    },
    gathered() {
      const days = daysOf(week).map((day) => ({
        day,
        status: known.get(day)?.status ?? ('missing' as const),
        credits: known.get(day)?.totalCredits ?? 0,
        before: known.get(addDays(day, -7))?.totalCredits ?? 0,
      }));
      const sum = (range: DayRange) =>
        daysOf(range).reduce((total, day) => total + (known.get(day)?.totalCredits ?? 0), 0);
      return {
        days,
        daysInDoubtBefore: daysOf(before).filter((day) => known.get(day)?.status !== 'complete').length,
        billed: { credits: sum(week), before: sum(before) },
        users: new Map([...users].map(([userId, tally]) => [userId, { userId, ...tally }])),
        members: [...users].flatMap(([userId, tally]) =>
          [...(moved.get(userId) ?? new Map([[teams.teamOf.get(userId), tally]]))].map(([team, part]) =>
            team === undefined ? { userId, ...part } : { userId, ...part, team },
          ),
        ),
        models,
        teamDays,
      };
    },
  };
}

/** The days of some teams together, beside those of the week before. */
export function daysOfTeams({ days, teamDays }: WeekUse, names: readonly string[]): readonly DayUse[] {
  const used = (day: Day) => names.reduce((sum, name) => sum + (teamDays.get(name)?.get(day) ?? 0), 0);
  return days.map(({ day, status }) => ({ day, status, credits: used(day), before: used(addDays(day, -7)) }));
}

function count<Key>(
  tallies: Map<Key, Tally>,
  key: Key,
  { span, credits, day }: { readonly span: 'credits' | 'before'; readonly credits: number; readonly day: Day },
): void {
  if (credits === 0) {
    return;
  }
  const tally = tallies.get(key) ?? { credits: 0, before: 0 };
  tallies.set(key, tally);
  tally[span] += credits;
  if (span === 'credits' && credits > (tally.peak?.credits ?? 0)) {
    tally.peak = { day, credits };
  }
}

function isIn(day: Day, { from, through }: DayRange): boolean {
  return from <= day && day <= through;
}
