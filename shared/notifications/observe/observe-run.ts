import type { Budget } from '../../budgets/budget.ts';
import type { FollowedRow } from '../../budgets/followed-rows.ts';
import type { InvalidRow } from '../../budgets/invalid-budget.ts';
import type { Uncappable } from '../../caps/uncapped.ts';
import { usualWeekOf } from '../../forecast/usual-use.ts';
import type { Hold } from '../../kernel/runs/run.ts';
import { addDays, type Day } from '../../kernel/time/day.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import { recordsByUser, type LimitRecord } from '../../limits/limit-record.ts';
import type { TroubledRecipient } from '../../mail/recipient.ts';
import type { KnownUser } from '../../roster/person.ts';
import type { DoubleMatch } from '../../teams/assign-teams.ts';
import type { InvalidTeam } from '../../teams/team-problems.ts';
import type { LookedForUnder, Observations } from '../conditions/decide-conditions.ts';
import type { Observation } from '../observation.ts';
import type { StopsSeen } from '../stops/stop-condition.ts';
import { observeAddresses } from './observe-addresses.ts';
import { observeAnomalies } from './observe-anomalies.ts';
import { observeEndings } from './observe-endings.ts';
import { observeFollowed } from './observe-followed.ts';
import { observeForecasts } from './observe-forecasts.ts';
import { observeLastDays, type LastDays } from './observe-last-days.ts';
import { observePromises, observeUnheld, type WatchedPools } from './observe-promises.ts';
import { observeUses, observeMembers } from './observe-uses.ts';
import {
  clockOffObservation,
  failingRowObservations,
  guardHeldObservation,
  invalidEditObservation,
  invalidGrantObservation,
  invalidTeamObservation,
  severalTeamsObservations,
  uncappableObservation,
  unreachableObservation,
} from './observed.ts';
import type { WatchedBudgets } from './watched-budget.ts';

interface SeenByRun {
  readonly at: string;
  readonly today: Day;
  readonly invalid: readonly InvalidRow[];
  readonly invalidGrants: readonly Parameters<typeof invalidGrantObservation>[0][];
  readonly teams: { readonly invalid: readonly InvalidTeam[]; readonly doubles: readonly DoubleMatch[] };
  readonly troubled: readonly TroubledRecipient[];
  readonly budgets: readonly Budget[];
  readonly followed: readonly FollowedRow[];
  /** The limits that it changed, a line for each kind of change. */
  readonly changed?: readonly string[];
  /** All users ever on the roster. */
  readonly users: readonly KnownUser[];
  /** All limits, after the run and before it. */
  readonly records: readonly LimitRecord[];
  readonly recordsBefore: readonly LimitRecord[];
  readonly caps: HeldCaps | DecidedCaps;
  readonly unlimitedCredits: number;
  /** Absent where the figures are in doubt or missing. */
  readonly watched?: WatchedBudgets;
  /** Absent with `watched`. */
  readonly lastDays?: LastDays;
  /** Also set for a run that a guard held; absent without figures or a plan. */
  readonly stops?: StopsSeen;
  /** Absent with `watched`, and without a pool. */
  readonly pools?: WatchedPools;
  /** How far the platform's clock is ahead beyond the tolerance. Absent when unknown. */
  readonly clock?: { readonly clockOffMs?: number };
}

export interface HeldCaps {
  readonly kind: 'held';
  readonly hold: Hold;
  /** A late day needs no notification at first. */
  readonly isWorthNotifying: boolean;
}

export interface DecidedCaps {
  readonly kind: 'decided';
  readonly uncappable: readonly Uncappable[];
}

/** Collects what a run has seen. What it could not look at is left out, so that its conditions do not change. */
export function observeRun(seen: SeenByRun): Observations {
  const { at, watched, stops } = seen;
  const doneFor = { 'guard-held': seen.changed ?? [] };
  const base = {
    at,
    observed: observationsOf(seen),
    stops,
    lookedFor: lookedForBy(seen),
    doneFor,
  };
  if (watched === undefined) {
    return base;
  }
  const { use } = watched;
  const daily = dailyCreditsOf(use, use.organization);
  const profile = usualWeekOf(daily);
  const forecasts = observeForecasts(watched, profile);
  const stoppedIds = new Set(stops?.stopped.map(({ stop }) => stop.user.userId));
  return {
    ...base,
    dataThrough: use.range.through,
    uses: [...observeUses(watched, profile), ...observeMembers(watched, forecasts, stoppedIds)],
    forecasts,
    observed: [...base.observed, ...(isFresh(watched) ? observeAnomalies(watched, profile) : [])],
  };
}

function observationsOf(seen: SeenByRun): readonly Observation[] {
  const { invalid, invalidGrants, teams, troubled, caps, pools, records, clock } = seen;
  const edits = [
    ...invalid.map(invalidEditObservation),
    ...invalidGrants.map(invalidGrantObservation),
    ...teams.invalid.map(invalidTeamObservation),
    ...severalTeamsObservations(teams.doubles),
    ...troubled.map(unreachableObservation),
    ...observeEndings(seen.budgets, seen.today),
    ...observeAddresses(seen.recordsBefore, seen.users, seen.today),
    ...observeFollowed(seen.followed),
    ...(seen.lastDays === undefined ? [] : observeLastDays(seen.lastDays)),
    ...(clock?.clockOffMs === undefined ? [] : [clockOffObservation(clock.clockOffMs)]),
  ];
  if (caps.kind === 'held') {
    return [...edits, ...(caps.isWorthNotifying ? [guardHeldObservation(caps.hold)] : [])];
  }
  const byId = recordsByUser(records);
  const failing = failingRowObservations(records, seen.unlimitedCredits);
  const promises = pools === undefined ? [] : [...observePromises(pools), ...observeUnheld(pools)];
  return [
    ...edits,
    ...caps.uncappable.map((user) => uncappableObservation(user, byId.get(user.userId))),
    ...failing,
    ...promises,
  ];
}

/** Every topic of the nightly run. A held run has looked at no use and no limit. */
function lookedForBy({ caps, watched, lastDays, stops, clock }: SeenByRun): LookedForUnder<'limits'> {
  const ifDecided = caps.kind === 'decided' ? 'all' : 'none';
  return {
    'invalid-edit': 'all',
    'several-teams': 'all',
    unreachable: 'all',
    'budget-ending': 'all',
    'last-day': lastDays === undefined ? 'none' : 'all',
    'address-moved': 'all',
    'rows-followed': 'all',
    stopped: stops === undefined ? 'none' : 'all',
    'not-held': ifDecided,
    'clock-off': clock === undefined ? 'none' : 'all',
    'guard-held': caps.kind === 'decided' || caps.isWorthNotifying ? 'all' : 'none',
    uncappable: ifDecided,
    'row-failing': ifDecided,
    'promise-broken': ifDecided,
    anomaly: watched !== undefined && isFresh(watched) ? ifDecided : 'none',
  };
}

/** An anomaly of an earlier day is no longer news. */
function isFresh({ use, today }: WatchedBudgets): boolean {
  return use.range.through === addDays(today, -1);
}
