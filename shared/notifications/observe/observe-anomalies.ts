import { daysBefore, findAnomaly, usualDayOf, usualDayOfPeople } from '../../forecast/anomaly.ts';
import { explainRise } from '../../forecast/rise.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { dailyCreditsOf } from '../../ledger/daily-use.ts';
import type { Observation } from '../observation.ts';
import { anomalyObservation } from './observed.ts';
import { budgetsOf, type WatchedBudgets, contributorsOf, type WatchedPerson } from './watched-budget.ts';

/** Observes people who used far more on the last day than usual, and the organization as a whole. */
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
  // Created again for each person: all series together take much memory.
  const seriesOf = ({ userId }: WatchedPerson) => dailyCreditsOf(use, use.users.get(userId));
  const usual = usualDayOfPeople(people.flatMap((person) => usualDayOf(daysBefore(seriesOf(person)), profile) ?? []));
  return people.flatMap((person) => {
    const anomaly = findAnomaly(seriesOf(person), { profile, people: usual });
    return anomaly === undefined
      ? []
      : [
          anomalyObservation(
            { key: person.userId, who: person.email, owners: ownersOf(budgetsOf(budgets, person)) },
            anomaly,
          ),
        ];
  });
}

function ownersOf(budgets: readonly { readonly owners: readonly string[] }[]): readonly string[] {
  return [...new Set(budgets.flatMap(({ owners }) => owners))];
}
