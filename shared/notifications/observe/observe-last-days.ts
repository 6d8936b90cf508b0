import { bindingBudgets, type BindingBudgets } from '../../budgets/binding-budgets.ts';
import { budgetTitle } from '../../budgets/budget-title.ts';
import type { Budget } from '../../budgets/budget.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import { windowAt } from '../../budgets/window.ts';
import type { DayCredits } from '../../forecast/daily-credits.ts';
import { exemptPeople, type Exemption } from '../../grants/exemption.ts';
import { topUpCreditsByEmail, topUpCreditsByPool, topUpStatus, type TopUp } from '../../grants/top-up.ts';
import { creditsPhrase, creditsText } from '../../kernel/texts/credits.ts';
import { addDays, type Day, dayAndMonth } from '../../kernel/time/day.ts';
import { creditsWithin, type DailyUse } from '../../ledger/daily-use.ts';
import { emailKey } from '../../roster/email.ts';
import { creditsByTeam } from '../../teams/members-by-day.ts';
import { observationOf, type Observation } from '../observation.ts';
import { budgetsOfPerson, type WatchedBudgets, type WatchedPerson } from './watched-budget.ts';

export interface LastDays extends Pick<WatchedBudgets, 'today' | 'platformWindow' | 'teamOf' | 'moved' | 'use'> {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  /** All people who can be capped and whose budgets are readable, exempt or not. */
  readonly people: readonly WatchedPerson[];
}

/** Warns people on a term's last day whom its end stops, or leaves less than their usual daily use. */
export function observeLastDays(seen: LastDays): readonly Observation[] {
  const ending = endingToday(seen);
  if (ending.length === 0) {
    return [];
  }
  const [now, next] = [termsOn(seen, seen.today), termsOn(seen, addDays(seen.today, 1))];
  const pools = creditsByTeam(seen.use, seen);
  const usualOf = usualDays(seen.use);
  return seen.people.flatMap((person) => {
    const causes = ending.filter(({ isFor }) => isFor(person, now));
    if (causes.length === 0 || next.exempt.has(emailKey(person.email))) {
      return [];
    }
    const layersOn = (terms: LastDaysTerms) => layersOf(person, terms, { seen, pools, usualOf });
    const before = now.exempt.has(emailKey(person.email)) ? Infinity : leastOf(layersOn(now));
    const after = layersOn(next).filter(({ leftCredits, usualCredits }) => leftCredits < Math.max(1, usualCredits));
    const [tightest] = after.toSorted((a, b) => a.leftCredits - b.leftCredits);
    const isIdle = usualOf(seen.use.users.get(person.userId)) === 0;
    return tightest === undefined || tightest.leftCredits >= before || (tightest.isPool && isIdle)
      ? []
      : [lastDayObservation(person, { causes: causes.map(({ what }) => what), tightest, today: seen.today })];
  });
}

function endingToday({ budgets, topUps, exemptions, today, teamOf }: LastDays): readonly {
  readonly what: string;
  readonly isFor: (person: WatchedPerson, now: LastDaysTerms) => boolean;
}[] {
  const isIn = (scope: Scope, { userId, email }: WatchedPerson, now: LastDaysTerms): boolean => {
    switch (scope.kind) {
      case 'org':
        return true;
      case 'model':
        return false;
      case 'team':
        return teamOf.get(userId) === scope.name;
      case 'user':
        return scope.email === emailKey(email);
      case 'members':
      case 'default':
        return budgetsOfPerson({ budgets: now.binding, teamOf }, { userId, email }).some(
          (budget) => formatScope(budget.scope) === formatScope(scope),
        );
    }
  };
  return [
    ...topUps
      .filter((topUp) => topUp.to === today && topUpStatus(topUp, today) === 'in-force')
      .map(({ scope, credits, raises = [] }) => ({
        what: `${scope.kind === 'team' ? `the top-up of team ${scope.name}` : 'your top-up'} of ${creditsPhrase(credits)}`,
        isFor: (person: WatchedPerson, now: LastDaysTerms) =>
          [scope, ...raises].some((each) => isIn(each, person, now)),
      })),
    ...budgets
      .filter(({ to, mode }) => to === today && mode === 'enforce')
      .map(({ scope, window }) => ({
        what: budgetTitle({ scope, window }, 'your'),
        isFor: (person: WatchedPerson, now: LastDaysTerms) => isIn(scope, person, now),
      })),
    ...exemptions
      .filter(({ until, endedAt }) => until === today && endedAt === undefined)
      .map(({ email }) => ({
        what: 'your exemption',
        isFor: (person: WatchedPerson) => emailKey(person.email) === email,
      })),
  ];
}

interface LastDaysTerms {
  readonly binding: BindingBudgets;
  readonly topUps: ReadonlyMap<string, number>;
  readonly poolTopUps: ReadonlyMap<string, number>;
  readonly exempt: ReadonlySet<string>;
}

function termsOn({ budgets, topUps, exemptions }: LastDays, day: Day): LastDaysTerms {
  return {
    binding: bindingBudgets(budgets, [], day),
    topUps: topUpCreditsByEmail(topUps, day),
    poolTopUps: topUpCreditsByPool(topUps, day),
    exempt: exemptPeople(exemptions, day).emails,
  };
}

interface LayerTomorrow {
  readonly budget: Budget;
  readonly isPool: boolean;
  readonly leftCredits: number;
  readonly usualCredits: number;
}

interface Around {
  readonly seen: LastDays;
  readonly pools: ReadonlyMap<string, DayCredits>;
  readonly usualOf: (credits: DayCredits | undefined) => number;
}

function layersOf(
  person: WatchedPerson,
  { binding, topUps, poolTopUps }: LastDaysTerms,
  { seen: { today, platformWindow, use, teamOf }, pools, usualOf }: Around,
): readonly LayerTomorrow[] {
  const team = teamOf.get(person.userId) ?? '';
  const addedTo = (scope: Scope) => poolTopUps.get(formatScope(scope)) ?? 0;
  const sources: readonly Source[] = [
    {
      budgets: budgetsOfPerson({ budgets: binding, teamOf }, person),
      credits: use.users.get(person.userId),
      addedCredits: topUps.get(emailKey(person.email)) ?? 0,
      isPool: false,
    },
    {
      budgets: binding.byTeam.get(team) ?? [],
      credits: pools.get(team),
      addedCredits: addedTo({ kind: 'team', name: team }),
      isPool: true,
    },
    {
      budgets: binding.forOrganization,
      credits: use.organization,
      addedCredits: addedTo({ kind: 'org' }),
      isPool: true,
    },
  ];
  return sources.flatMap(({ budgets, credits, addedCredits, isPool }) =>
    budgets.flatMap((budget): readonly LayerTomorrow[] => {
      if (budget.mode !== 'enforce' || budget.amount.kind !== 'credits') {
        return [];
      }
      const window = windowAt(budget.window, addDays(today, 1), platformWindow);
      const left = budget.amount.credits + addedCredits - creditsWithin(use, credits, window);
      return [{ budget, isPool, leftCredits: Math.max(0, left), usualCredits: usualOf(credits) }];
    }),
  );
}

interface Source {
  readonly budgets: readonly Budget[];
  readonly credits: DayCredits | undefined;
  readonly addedCredits: number;
  readonly isPool: boolean;
}

function leastOf(layers: readonly LayerTomorrow[]): number {
  return Math.min(Infinity, ...layers.map(({ leftCredits }) => leftCredits));
}

const daysLookedBack = 28;

function usualDays({ days }: DailyUse): Around['usualOf'] {
  const known = new Map<DayCredits, number>();
  return (credits) => {
    if (credits === undefined) {
      return 0;
    }
    const recent = [...credits.subarray(Math.max(0, days.length - daysLookedBack))].filter((used) => used > 0);
    const usual = known.get(credits) ?? Math.round(recent.reduce((sum, used) => sum + used, 0) / recent.length || 0);
    known.set(credits, usual);
    return usual;
  };
}

function lastDayObservation(
  { userId, email }: WatchedPerson,
  said: { readonly causes: readonly string[]; readonly tightest: LayerTomorrow; readonly today: Day },
): Observation {
  const { causes, tightest, today } = said;
  const { budget, leftCredits, usualCredits, isPool } = tightest;
  const first = dayAndMonth(addDays(today, 1));
  const left =
    leftCredits === 0
      ? 'you will be stopped'
      : `${creditsPhrase(leftCredits)} are left, less than ${isPool ? 'all use together' : 'you usually use'} in a day (${creditsText(usualCredits)})`;
  const owners = budget.owners.length === 0 ? 'the admins of this installation' : budget.owners.join(', ');
  return observationOf({
    topic: 'last-day',
    key: userId,
    fingerprint: today,
    severity: 'medium',
    user: { userId, email },
    notifiesAdmins: false,
    headline: `From ${first} on ${left}: ${causes.join(' and ')} ${causes.length === 1 ? 'ends' : 'end'} today`,
    details: [
      `What limits you then: ${budgetTitle(budget, 'your')}. It has ${creditsPhrase(leftCredits)} left, as far as use is known.`,
      `Whom to ask for more: ${owners}.`,
    ],
  });
}
