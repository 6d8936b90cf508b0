import type { Budget } from '../../budgets/budget.ts';
import type { FollowedRow } from '../../budgets/followed-rows.ts';
import type { InvalidRow } from '../../budgets/invalid-budget.ts';
import type { Uncappable } from '../../caps/uncapped.ts';
import { daysBefore, findAnomaly, usualDayOf, usualDayOfPeople } from '../../forecast/anomaly.ts';
import { canExceed, chanceOfExceeding, forecastWindow } from '../../forecast/forecast.ts';
import { explainRise } from '../../forecast/rise.ts';
import { usualWeekOf } from '../../forecast/usual-use.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import type { InvalidGrant } from '../../grants/grant.ts';
import type { Hold } from '../../kernel/runs/run.ts';
import { counted } from '../../kernel/texts/amounts.ts';
import { addDays, type Day, earliestDay } from '../../kernel/time/day.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import { type LimitRecord, recordsByUser } from '../../limits/limit-record.ts';
import type { TroubledRecipient } from '../../mail/recipient.ts';
import type { KnownUser } from '../../roster/person.ts';
import { domainChanges } from '../../roster/roster-findings.ts';
import type { DoubleMatch } from '../../teams/assign-teams.ts';
import type { InvalidTeam } from '../../teams/team-problems.ts';
import type { LookedForUnder, Observations } from '../conditions/decide-conditions.ts';
import { forecastId, type ForecastObservation } from '../conditions/forecast-condition.ts';
import { type Observation, observationOf } from '../observation.ts';
import type { StopsSeen } from '../stops/stop-condition.ts';
import {
  anomalyObservation,
  clockOffObservation,
  failingRowObservations,
  guardHeldObservation,
  invalidEditObservation,
  invalidGrantObservation,
  invalidTeamObservation,
  severalTeamsObservations,
  uncappableObservation,
  unreachableObservation,
} from './common-observations.ts';
import { observeAddresses } from './observe-addresses.ts';
import { observeEndings } from './observe-endings.ts';
import { type LastDays, observeLastDays } from './observe-last-days.ts';
import { observeMoves } from './observe-moves.ts';
import { observePromises, observeUnheld, type WatchedPools } from './observe-promises.ts';
import { goneConditions, observeMembers, observeUses } from './observe-uses.ts';
import {
  budgetsOfPerson,
  contributorsOf,
  watchedBudgets,
  type WatchedBudgets,
  type WatchedPerson,
  windowsFor,
} from './watched-budget.ts';

const namedMax = 5;

/** Observes rows with former addresses, one observation per person or renamed domain. Notified once. */
export function observeFollowed(rows: readonly FollowedRow[]): readonly Observation[] {
  const { domains, others } = domainChanges(rows);
  return [
    ...domains.map(({ from, to, people }) =>
      followedObservation(people, {
        key: `@${from}`,
        fingerprint: `@${to}`,
        headline: `The platform has ${to} in place of ${from} for ${counted(people.length, 'person', 'people')} whom rows of your tables name: their rows count as before`,
      }),
    ),
    ...others.map((row) =>
      followedObservation([row], {
        key: row.from,
        fingerprint: row.to,
        headline: `${row.from} is now ${row.to} on the platform: what is set for that person counts as before`,
      }),
    ),
  ];
}

function followedObservation(
  rows: readonly FollowedRow[],
  said: { readonly key: string; readonly fingerprint: string; readonly headline: string },
): Observation {
  const titles = rows.flatMap((row) => row.rows);
  const shown = titles.slice(0, namedMax).join('; ');
  const more = titles.length - namedMax;
  return observationOf({
    ...said,
    topic: 'rows-followed',
    severity: 'low',
    details: [
      `Read under the new ${rows.length === 1 ? 'address' : 'addresses'}: ${shown}${more > 0 ? `; and ${more} more` : ''}.`,
      'It stays so while no other account has the former address. Set the rows under the new address to make it last: npx curfew budgets export shows them.',
    ],
  });
}

function observeAnomalies(view: WatchedBudgets, profile: WeekdayProfile): readonly Observation[] {
  return [...anomalyOfAll(view, profile), ...anomaliesOfPeople(view, profile)];
}

function anomalyOfAll(view: WatchedBudgets, profile: WeekdayProfile): readonly Observation[] {
  const { use, budgets } = view;
  const anomaly = findAnomaly(dailyCreditsOf(use, use.organization), { profile });
  if (anomaly === undefined) {
    return [];
  }
  const owners = ownersOf(budgets.forOrganization);
  const rise = explainRise({ from: anomaly.day, through: anomaly.day }, contributorsOf(view)({ kind: 'org' }));
  return [anomalyObservation({ key: 'org', who: 'The organization', owners }, anomaly, rise)];
}

function anomaliesOfPeople(view: WatchedBudgets, profile: WeekdayProfile): readonly Observation[] {
  const { people, use } = view;
  // Created again for each person: all series together take much memory.
  const seriesOf = ({ userId }: WatchedPerson) => dailyCreditsOf(use, use.users.get(userId));
  const usual = usualDayOfPeople(people.flatMap((person) => usualDayOf(daysBefore(seriesOf(person)), profile) ?? []));
  return people.flatMap((person) => {
    const anomaly = findAnomaly(seriesOf(person), { profile, people: usual });
    return anomaly === undefined
      ? []
      : [
          anomalyObservation(
            { key: person.userId, who: person.email, owners: ownersOf(budgetsOfPerson(view, person)) },
            anomaly,
          ),
        ];
  });
}

function ownersOf(budgets: readonly { readonly owners: readonly string[] }[]): readonly string[] {
  return [...new Set(budgets.flatMap(({ owners }) => owners))];
}

const causeChance = 0.5;

/** Forecasts each budget with the forecast alert on; not daily windows, nor users without recent use. */
export function observeForecasts(view: WatchedBudgets, profile: WeekdayProfile): readonly ForecastObservation[] {
  const windowOf = windowsFor(view, view.today);
  const contributors = contributorsOf(view);
  const isOpen = (id: string) => view.openIds === undefined || view.openIds.has(id);
  const forecasts: ForecastObservation[] = [];
  for (const { budget, credits, topUpCredits, person } of watchedBudgets(view)) {
    const { scope, amount, owners } = budget;
    if (!budget.forecastAlert || budget.window === 'day' || credits === undefined || amount.kind === 'unlimited') {
      continue;
    }
    const window = windowOf(budget.window);
    const daily = dailyCreditsOf(view.use, credits);
    const amountCredits = amount.credits + topUpCredits;
    const about = { scope, ...(person && { user: person }) };
    if (!isOpen(forecastId(about, window)) && !canExceed({ window, amountCredits }, daily, profile)) {
      continue;
    }
    const forecast = forecastWindow(window, daily, profile);
    if (forecast.kind === 'forecast') {
      const isOver = chanceOfExceeding(forecast, amountCredits) >= causeChance;
      const span = { from: window.from, through: earliestDay(window.through, daily.through) };
      const rise = isOver && person === undefined ? explainRise(span, contributors(scope)) : undefined;
      const cause = rise === undefined || rise.riseCredits <= 0 ? {} : { rise };
      forecasts.push({ ...about, amountCredits, owners, forecast, ...cause });
    }
  }
  return forecasts;
}

interface SeenByRun {
  readonly at: string;
  readonly today: Day;
  readonly invalid: readonly InvalidRow[];
  readonly invalidGrants: readonly InvalidGrant[];
  readonly teams: { readonly invalid: readonly InvalidTeam[]; readonly doubles: readonly DoubleMatch[] };
  readonly troubled: readonly TroubledRecipient[];
  readonly budgets: readonly Budget[];
  readonly followed: readonly FollowedRow[];
  readonly changed?: readonly string[];
  readonly users: readonly KnownUser[];
  readonly records: readonly LimitRecord[];
  readonly recordsBefore: readonly LimitRecord[];
  readonly caps: HeldCaps | DecidedCaps;
  readonly unlimitedCredits: number;
  /** Absent where the figures are in doubt or missing. */
  readonly watched?: WatchedBudgets;
  readonly lastDays?: LastDays;
  /** Also set for a run that a guard held; absent without figures or a plan. */
  readonly stops?: StopsSeen;
  readonly pools?: WatchedPools;
  /** How far the platform's clock is ahead beyond the tolerance. Absent when unknown. */
  readonly clock?: { readonly clockOffMs?: number };
}

export interface HeldCaps {
  readonly kind: 'held';
  readonly hold: Hold;
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
  const stoppedIds = new Set(stops?.stopped.map(({ stop }) => stop.user.userId));
  const stoppedToo = <Seen extends { readonly user?: { readonly userId: string } | undefined }>(seen: Seen) =>
    stoppedIds.has(seen.user?.userId ?? '') ? { ...seen, isStopped: true } : seen;
  const forecasts = observeForecasts(watched, profile).map(stoppedToo);
  return {
    ...base,
    dataThrough: use.range.through,
    uses: [...observeUses(watched, profile).map(stoppedToo), ...observeMembers(watched, forecasts, stoppedIds)],
    forecasts,
    gone: goneConditions(watched),
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
    ...(seen.lastDays === undefined ? [] : [...observeLastDays(seen.lastDays), ...observeMoves(seen.lastDays)]),
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

function lookedForBy({ caps, watched, lastDays, stops, clock }: SeenByRun): LookedForUnder<'limits'> {
  const ifDecided = caps.kind === 'decided' ? 'all' : 'none';
  return {
    'invalid-edit': 'all',
    'several-teams': 'all',
    unreachable: 'all',
    'budget-ending': 'all',
    'last-day': lastDays === undefined ? 'none' : 'all',
    'credits-moved': lastDays === undefined ? 'none' : 'all',
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

function isFresh({ use, today }: WatchedBudgets): boolean {
  return use.range.through === addDays(today, -1);
}
