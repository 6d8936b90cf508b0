import { windowsInUse } from '../budgets/binding-budgets.ts';
import type { Budget, BudgetTerms } from '../budgets/budget.ts';
import type { PlatformWindow } from '../budgets/window.ts';
import { planCaps } from '../caps/cap-plan.ts';
import type { Binding, SetCap } from '../caps/cap.ts';
import type { TeamOf } from '../caps/shares/shared-budget.ts';
import { sumOf } from '../forecast/daily-credits.ts';
import { invariant } from '../kernel/invariant.ts';
import {
  addDays,
  daysBetween,
  daysOf,
  latestDay,
  msPerDay,
  msPerMinute,
  startOfDayMs,
  type Day,
} from '../kernel/time/day.ts';
import type { DailyUse } from '../ledger/daily-use.ts';
import type { UsageTotals } from '../ledger/usage-totals.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { recordOutcome } from '../limits/record-outcome.ts';
import { recordsWithStops } from '../limits/stopped-days.ts';
import { defaultAssumptions } from '../pools/assumptions.ts';
import { defaultReserveShare } from '../pools/reserve.ts';
import { backtestOf } from './backtest-setup.ts';
import { reportedSince, type Policy, type PolicyView } from './policy.ts';
import { replay } from './replay.ts';
import { scoreOf, type Stop } from './score.ts';
import type { Trace } from './trace.ts';

type StoppedBy = Pick<Binding, 'scope' | 'window'>;

interface TrialTerms extends PlatformWindow {
  readonly teamOf?: TeamOf;
}

interface HeldLimits {
  readonly limitCredits: number;
  readonly bindings: readonly { readonly fromMs: number; readonly binding: StoppedBy | undefined }[];
}

const unlimitedCredits = Number.MAX_SAFE_INTEGER;
const daysLookedAt = 120;

function proposedBudgets(
  users: readonly string[],
  terms: readonly BudgetTerms[],
  { teamOf = new Map<string, string>(), ...platformWindow }: TrialTerms,
): Policy & { bindingAt(user: number, day: Day, minute: number): StoppedBy | undefined } {
  const roster = users.map((user) => ({ userId: user, email: user }));
  const budgets = terms.map(asInTable);
  let records: ReadonlyMap<string, LimitRecord> = new Map();
  const held = new Map<string, HeldLimits>();
  return {
    limitsAt(view) {
      const planInputs = {
        day: view.today,
        dataThrough: view.dataThrough,
        budgets,
        invalidScopes: [],
        topUps: [],
        exemptions: [],
        users: roster,
        usage: usageOf(users, view, windowsInUse(budgets, view.today, platformWindow)),
        limits: [...records.values()],
        teamOf,
        pools: {
          use: dailyUseOf(users, view),
          nowMs: view.nowMs,
          platformWindow,
          assumptions: defaultAssumptions,
          reserveShare: defaultReserveShare,
        },
        unlimitedCredits,
      };
      const { decisions } = planCaps(planInputs);
      const changes = decisions.filter((decision) => decision.kind === 'set');
      records = recordsAfter(recordsWithStops(planInputs), changes, view);
      changes.forEach((change) => held.set(change.userId, changed(held.get(change.userId), change, view)));
      return users.map((user) => held.get(user)?.limitCredits ?? Infinity);
    },
    bindingAt(user, day, minute) {
      const atMs = startOfDayMs(day) + minute * msPerMinute;
      return held.get(users[user] ?? '')?.bindings.findLast(({ fromMs }) => fromMs <= atMs)?.binding;
    },
  };
}

/** The replay begins with a running installation: the first limits were in force before the first day. */
function recordsAfter(
  before: ReadonlyMap<string, LimitRecord>,
  changes: readonly SetCap[],
  { nowMs, today }: PolicyView,
): ReadonlyMap<string, LimitRecord> {
  const after = new Map(before);
  for (const change of changes) {
    const record = before.get(change.userId);
    const at = new Date(record === undefined ? nowMs - msPerDay : nowMs).toISOString();
    const sent = { at, runId: at };
    after.set(
      change.userId,
      recordOutcome(record, change, { sent, night: today, settleDays: 0, outcome: { kind: 'done' } }),
    );
  }
  return after;
}

function changed(before: HeldLimits | undefined, { limitCredits, binding }: SetCap, { nowMs }: PolicyView): HeldLimits {
  const bindings = before?.bindings ?? [];
  const last = bindings.at(-1)?.binding;
  const isSame = last?.scope === binding?.scope && last?.window === binding?.window;
  const now = binding && { scope: binding.scope, window: binding.window };
  return {
    limitCredits: limitCredits >= unlimitedCredits ? Infinity : limitCredits,
    bindings: isSame ? bindings : [...bindings, { fromMs: nowMs, binding: now }],
  };
}

function usageOf(users: readonly string[], view: PolicyView, windows: UsageTotals['windows']): UsageTotals {
  const used = windows.map((window) => ({ kind: window.kind, credits: reportedSince(view, window.from) }));
  return {
    windows,
    organization: Object.fromEntries(used.map(({ kind, credits }) => [kind, sumOf(credits)])),
    users: new Map(
      users.map((userId, user) => {
        const credits = Object.fromEntries(used.map(({ kind, credits: all }) => [kind, all[user] ?? 0]));
        return [userId, { userId, emailKey: userId, credits }];
      }),
    ),
    unreadableUserIds: new Set(),
  };
}

function dailyUseOf(users: readonly string[], { dataThrough, reported }: PolicyView): DailyUse {
  const reportedDays = reported[0]?.length ?? 0;
  const first = addDays(dataThrough, 1 - reportedDays);
  const range = { from: latestDay(first, addDays(dataThrough, 1 - daysLookedAt)), through: dataThrough };
  const offset = daysBetween(first, range.from);
  const byUser = reported.map((credits) => Float64Array.from(credits.slice(offset)));
  const organization = new Float64Array(reportedDays - offset);
  byUser.forEach((credits) => {
    credits.forEach((used, index) => {
      organization[index] = (organization[index] ?? 0) + used;
    });
  });
  return {
    range,
    days: daysOf(range),
    knownFrom: range.from,
    organization,
    users: new Map(users.map((userId, user) => [userId, byUser[user] ?? new Float64Array(0)])),
  };
}

function asInTable(terms: BudgetTerms): Budget {
  return { ...terms, version: 1, updatedBy: '', updatedAt: '' };
}

export interface BudgetStop extends Stop {
  readonly by: StoppedBy;
}

export interface BudgetTrial {
  readonly grantedCredits: number;
  readonly refusedCredits: number;
  readonly usersStopped: number;
  readonly stops: readonly BudgetStop[];
}

/** Shows whom budgets would have stopped in a trace of wanted use, with limits set as the nightly run sets them. */
export function tryBudgets(trace: Trace, budgets: readonly BudgetTerms[], terms: TrialTerms): BudgetTrial {
  const policy = proposedBudgets(trace.users, budgets, terms);
  // Only limits decide here; the pool only counts overspending.
  const setup = {
    ...backtestOf({ amountCredits: 0, window: 'platform' }),
    platformWindow: { anchorDay: terms.anchorDay },
  };
  const { granted, refused, usersStopped, stops } = scoreOf('strict', replay(trace, setup, policy));
  const positions = new Map(trace.users.map((user, position) => [user, position]));
  return {
    grantedCredits: granted,
    refusedCredits: refused,
    usersStopped,
    stops: stops.map((stop) => {
      const by = policy.bindingAt(positions.get(stop.user) ?? -1, stop.day, stop.minute);
      invariant(by !== undefined, 'only the limit of a budget stops anybody');
      return { ...stop, by };
    }),
  };
}
