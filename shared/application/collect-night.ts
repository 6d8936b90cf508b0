import { windowsInUse } from '../domain/caps/layer.ts';
import type { LedgerDay } from '../domain/ledger/ledger-day.ts';
import { dataThrough, decideReadingRange, historyStart } from '../domain/ledger/reading-range.ts';
import type { UsageTotals } from '../domain/ledger/usage-totals.ts';
import type { KnownUser } from '../domain/roster/person.ts';
import { guardTrust } from '../domain/runs/guards.ts';
import type { Hold } from '../domain/runs/run.ts';
import { metadataKeysOf } from '../domain/teams/team.ts';
import { addDays, earliestDay, latestDay, weekdayOf, type Day } from '../domain/time/day.ts';
import { collectLedger, type LedgerPorts } from './collect-ledger.ts';
import { collectRoster, type RosterPorts } from './collect-roster.ts';
import { collectRules, type RulePorts, type Rules } from './collect-rules.ts';
import { bindTeams, readTeams, type CollectedTeams, type TeamPorts } from './collect-teams.ts';
import { collectUsage } from './collect-usage.ts';
import type { NightSettings, RunContext } from './run-context.ts';

export interface CollectPorts extends LedgerPorts, RosterPorts, RulePorts, TeamPorts {}

/** All that a plan rests on. */
export interface Collected extends Rules, CollectedTeams {
  readonly users: readonly KnownUser[];
  readonly days: readonly LedgerDay[];
  readonly usage: UsageTotals;
  /** The last day for which the ledger is complete. */
  readonly through: Day | undefined;
  readonly hold: Hold | undefined;
  /** Something that was read looks damaged without being needed for the plan: the night is worth another run. */
  readonly isDoubtful: boolean;
  /** What the admins should know or mend, a sentence each. */
  readonly problems: readonly string[];
}

/** The trust gate compares a day with the same weekday of four weeks before it. */
const statisticsDays = 28;

/** So many credits-per-user-and-day rows may come in one answer of the platform. */
const rowsPerCallMax = 100_000;

/** Reads the roster, then the usage, and brings the ledger up to date with it. */
export async function collectNight(ports: CollectPorts, settings: NightSettings, run: RunContext): Promise<Collected> {
  const teamRows = await readTeams(ports.teams);
  const roster = await collectRoster(ports, run, metadataKeysOf([...teamRows.teams, ...teamRows.invalidTeams]));
  const { users } = roster;
  const rules = bindTeams(await collectRules(ports), teamRows, users);
  const windows = windowsInUse(rules.budgets, run.today, { anchorDay: settings.platformWindowAnchorDay });
  const yesterday = addDays(run.today, -1);
  const windowsFrom = latestDay(historyStart, earliestDay(run.today, ...windows.map((window) => window.from)));
  const neededFrom = earliestDay(windowsFrom, addDays(yesterday, -statisticsDays));

  const known = await ports.ledger.listDays({ from: addDays(neededFrom, -statisticsDays), through: yesterday });
  const range = decideReadingRange({
    today: run.today,
    neededFrom,
    known,
    rereadDays: settings.rereadDays,
    rereadAll: weekdayOf(run.today) === settings.fullRereadWeekday,
  });
  const daysPerCall = Math.min(settings.analyticsDaysMax, Math.max(1, Math.floor(rowsPerCallMax / users.length)));
  const trust = { ...settings, settleDays: settings.rereadDays };
  const days =
    range === undefined
      ? known
      : await collectLedger(ports, run, { range, daysPerCall, rules: trust, settings, known });

  const usage = await collectUsage(ports.ledger, windows, { days, through: yesterday });
  const recentFrom = earliestDay(windowsFrom, addDays(run.today, -settings.rereadDays));
  return {
    ...rules,
    users,
    days,
    usage,
    through: dataThrough({ from: recentFrom, through: yesterday }, days),
    hold: guardTrust({ from: windowsFrom, through: yesterday }, days),
    isDoubtful: roster.isDoubtful,
    problems: [...roster.problems, ...describeUnreadable(usage), ...rules.problems],
  };
}

/** Says that some use cannot be read, and what follows from it. */
export function describeUnreadable({ unreadableUserIds: { size } }: UsageTotals): readonly string[] {
  return size === 0
    ? []
    : [`The use of ${size} ${size === 1 ? 'user' : 'users'} cannot be read: until it can, they keep their caps`];
}
