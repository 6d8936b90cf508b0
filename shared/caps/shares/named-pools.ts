import { isInForce } from '../../budgets/budget.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import { isWithin, type Window } from '../../budgets/window.ts';
import type { DailyCredits } from '../../forecast/daily-credits.ts';
import { addDays, dayOf, earliestDay, latestDay, type Day } from '../../kernel/time/day.ts';
import { creditsWithin, dailyCreditsOf, type DailyUse } from '../../ledger/daily-use.ts';
import { windowsReached, type Moment } from '../../pools/moment.ts';
import type { Pool } from '../../pools/pool.ts';
import { creditsByTeam, type MembersByDay } from '../../teams/members-by-day.ts';
import { creditsOn, type SharedBudget } from './shared-budget.ts';

export interface NamedPool {
  readonly scope: Scope;
  readonly window: Window;
  /** A window other than the current that limits sent now reach into: the next, or one that may not have ended. */
  readonly isNext: boolean;
  readonly topUpCredits: number;
  readonly lastDayCredits: number;
  readonly owners: readonly string[];
  readonly daily: DailyCredits;
  readonly pool: Pool;
}

interface PoolPeople extends MembersByDay {
  readonly userIds: readonly string[];
  readonly use: DailyUse;
}

/** The pools at a moment: the current window, and the next where limits reach into it. */
export function namedPools(budgets: readonly SharedBudget[], people: PoolPeople, moment: Moment): readonly NamedPool[] {
  const scopes = gatherScopes(budgets, people, dayOf(moment.knownUntilMs));
  return budgets.flatMap((budget) => {
    const ofScope = scopes.get(budget.team);
    return ofScope === undefined ? [] : poolsOf(budget, { ofScope, use: people.use, moment });
  });
}

export function knownThroughOf({ knownUntilMs }: Moment): Day {
  return addDays(dayOf(knownUntilMs), -1);
}

interface OfScope {
  readonly memberIds: string[];
  readonly credits: Float64Array;
}

function gatherScopes(
  budgets: readonly SharedBudget[],
  { userIds, use, ...members }: PoolPeople,
  since: Day,
): ReadonlyMap<string | undefined, OfScope> {
  const everybody: OfScope = { memberIds: [...userIds], credits: use.organization };
  const names = new Set(budgets.flatMap(({ team }) => team ?? []));
  const credits = names.size === 0 ? new Map<string, Float64Array>() : creditsByTeam(use, members, names);
  const teams = new Map<string, OfScope>();
  for (const team of names) {
    teams.set(team, { memberIds: [], credits: credits.get(team) ?? new Float64Array(use.days.length) });
  }
  for (const userId of userIds) {
    for (const team of teamsSince(members, userId, since)) {
      teams.get(team ?? '')?.memberIds.push(userId);
    }
  }
  return new Map<string | undefined, OfScope>([[undefined, everybody], ...teams]);
}

function teamsSince({ teamOf, moved }: MembersByDay, userId: string, since: Day): ReadonlySet<string | undefined> {
  const stays = moved?.get(userId) ?? [];
  const left = stays.filter((_, index) => (stays[index + 1]?.from ?? since) > since);
  return new Set([...left.map(({ team }) => team), teamOf.get(userId)]);
}

function firstDayIn({ from, through }: Window, { budget }: SharedBudget, today: Day): Day | undefined {
  const day = latestDay(from, earliestDay(today, through), budget.from ?? from);
  return day <= through && isInForce(budget, day) ? day : undefined;
}

function poolsOf(
  shared: SharedBudget,
  { ofScope, use, moment }: { readonly ofScope: OfScope; readonly use: DailyUse; readonly moment: Moment },
): readonly NamedPool[] {
  const { budget, guarantee } = shared;
  const { scope, owners } = budget;
  const today = dayOf(moment.nowMs);
  const lastDay = latestDay(today, dayOf(moment.heldUntilMs - 1));
  const { memberIds, credits } = ofScope;
  const daily = dailyCreditsOf(use, credits);
  return windowsReached(budget.window, moment)
    .flatMap((window) => {
      const firstDay = firstDayIn(window, shared, today);
      return firstDay === undefined || firstDay > lastDay ? [] : [{ window, firstDay }];
    })
    .map(({ window, firstDay }) => {
      const { amountCredits, topUpCredits } = creditsOn(shared, firstDay);
      const through = knownThroughOf(moment);
      const knownCredits = creditsWithin(use, credits, { from: window.from, through });
      const lastKnown = isWithin(through, window) ? { from: through, through } : undefined;
      const lastDayCredits = lastKnown === undefined ? 0 : creditsWithin(use, credits, lastKnown);
      const name = `${formatScope(scope)} ${window.kind} ${window.from}`;
      const pool = { name, window, amountCredits, guarantee, knownCredits, memberIds };
      return {
        scope,
        window,
        owners,
        topUpCredits,
        lastDayCredits,
        isNext: !isWithin(today, window) || firstDay > today,
        daily,
        pool,
      };
    });
}
