import type { Budget } from '../budgets/budget.ts';
import { formatScope, isInherited } from '../budgets/scope.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import { exemptionStatus, type Exemption } from './exemption.ts';
import { topUpStatus, type TopUp } from './top-up.ts';

export interface Ending {
  readonly kind: 'budget' | 'top-up' | 'exemption' | 'reservation';
  readonly on: Day;
  readonly credits?: number;
  readonly email?: string;
}

/** Emails in their matching form. */
interface EndingPeople {
  readonly today: Day;
  readonly inherits: (email: string, budget: Budget) => boolean;
  readonly teamOf: (email: string) => string | undefined;
}

const noticeDays = 7;

/** Returns what ends in the next week for a budget: itself, its top-ups, exemptions and reservations. */
export function endingsFinder(
  {
    budgets,
    topUps,
    exemptions,
  }: {
    readonly budgets: readonly Budget[];
    readonly topUps: readonly TopUp[];
    readonly exemptions: readonly Exemption[];
  },
  { today, inherits, teamOf }: EndingPeople,
): (budget: Budget) => readonly Ending[] {
  const until = addDays(today, noticeDays);
  const isNear = (day: Day | undefined): day is Day => day !== undefined && today <= day && day <= until;
  const near = {
    topUps: topUps.filter((topUp) => isNear(topUp.to) && topUpStatus(topUp, today) === 'in-force'),
    exemptions: exemptions.filter((each) => isNear(each.until) && exemptionStatus(each, today) === 'in-force'),
  };
  const reservations = [
    ...near.topUps.flatMap(({ scope, withinPool, to: on, credits }) =>
      scope.kind === 'user' && withinPool === true ? [{ email: scope.email, on, credits }] : [],
    ),
    ...budgets.flatMap(({ scope, reserved = 0, mode, to: on }) =>
      scope.kind === 'user' && reserved > 0 && mode === 'enforce' && isNear(on)
        ? [{ email: scope.email, on, credits: reserved }]
        : [],
    ),
  ];
  return (budget) => {
    const { scope, to } = budget;
    const isInPool = (email: string) => scope.kind === 'org' || (scope.kind === 'team' && teamOf(email) === scope.name);
    const isForEach = isInherited(scope);
    const isOf = (email: string) =>
      isForEach ? inherits(email, budget) : scope.kind === 'user' && scope.email === email;
    const ofTopUp = ({ scope: whose, raises = [] }: TopUp) =>
      whose.kind === 'user' && isOf(whose.email)
        ? true
        : !isForEach && [whose, ...raises].some((each) => formatScope(each) === formatScope(scope));
    const endings: readonly Ending[] = [
      ...(isNear(to) ? [{ kind: 'budget' as const, on: to }] : []),
      ...near.topUps.filter(ofTopUp).map(({ scope: whose, to: on, credits }) => ({
        kind: 'top-up' as const,
        on,
        credits,
        ...(isForEach && whose.kind === 'user' && { email: whose.email }),
      })),
      ...near.exemptions
        .filter(({ email }) => isOf(emailKey(email)))
        .map(({ email, until: on }) => ({ kind: 'exemption' as const, on, ...(isForEach && { email }) })),
      ...reservations.filter(({ email }) => isInPool(email)).map((each) => ({ kind: 'reservation' as const, ...each })),
    ];
    return endings.toSorted((a, b) => Number(a.on > b.on) - Number(a.on < b.on));
  };
}
