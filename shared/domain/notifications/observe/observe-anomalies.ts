import { daysBefore, findAnomaly, usualDayOf, usualDayOfPeople } from '../../anomaly/anomaly.ts';
import { explainRise } from '../../forecast/rise.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import type { Observation } from '../observation.ts';
import { anomalyObservation } from './observed.ts';
import { budgetsOf, type WatchedBudgets, contributorsOf } from './watched-budget.ts';

/** Whoever used far more on the last day than they usually do; and the organization as a whole. */
export function observeAnomalies(view: WatchedBudgets, profile: WeekdayProfile): readonly Observation[] {
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

function anomaliesOfPeople({ people, use, budgets }: WatchedBudgets, profile: WeekdayProfile): readonly Observation[] {
  const series = people
    .map((person) => ({ person, daily: dailyCreditsOf(use, use.users.get(person.userId)) }))
    .filter(({ daily }) => daily.credits.some((used) => used > 0));
  const usual = usualDayOfPeople(series.flatMap(({ daily }) => usualDayOf(daysBefore(daily), profile) ?? []));
  return series.flatMap(({ person, daily }) => {
    const anomaly = findAnomaly(daily, { profile, ...(usual === undefined ? {} : { people: usual }) });
    const owners = ownersOf(budgetsOf(budgets, person));
    return anomaly === undefined
      ? []
      : [anomalyObservation({ key: person.userId, who: person.email, owners }, anomaly)];
  });
}

function ownersOf(budgets: readonly { readonly owners: readonly string[] }[]): readonly string[] {
  return [...new Set(budgets.flatMap(({ owners }) => owners))];
}
