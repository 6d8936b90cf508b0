import { grantLimits } from '../grants/grant.ts';
import { holdsUnprintable } from '../kernel/texts/unprintable.ts';
import { addDays, earliestDay, isDay, type Day } from '../kernel/time/day.ts';
import { requestLimits, requestStatus, type CreditRequest, type RequestedBudget } from './request.ts';

export interface Ask {
  readonly credits: number;
  readonly until: Day;
  readonly reason: string;
}

export interface Asking {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly about?: RequestedBudget;
  readonly at: string;
}

export interface AskProblem {
  readonly field?: keyof Ask;
  readonly problem: string;
}

type AskDecision =
  | { readonly kind: 'asked'; readonly request: CreditRequest }
  | { readonly kind: 'refused'; readonly problems: readonly AskProblem[] };

/** The first of the ends, UTC days, that is not over: credits count in full in each window of a budget they reach into. */
export function proposedLastDay(today: Day, ends: readonly Day[]): Day {
  const [first = today, ...others] = ends.filter((day) => day >= today);
  return earliestDay(first, ...others);
}

/** Decides whether a request may be made. `own`: the person's requests of this and the previous month. */
export function decideAsk(ask: Ask, asking: Asking, own: readonly CreditRequest[]): AskDecision {
  const today = asking.at.slice(0, 10);
  const reason = ask.reason.trim();
  const problems = [...problemsOfAsk({ ...ask, reason }, today), ...problemsOfMany(own, asking.at)];
  return problems.length > 0
    ? { kind: 'refused', problems }
    : {
        kind: 'asked',
        request: { ...aboutOf(asking), credits: ask.credits, until: ask.until, reason, state: 'asked', version: 1 },
      };
}

function aboutOf({ id, userId, email, about, at }: Asking) {
  return { id, userId, email, about, askedAt: at };
}

function problemsOfAsk({ credits, until, reason }: Ask, today: Day): readonly AskProblem[] {
  const last = addDays(today, requestLimits.daysMax);
  const problems: AskProblem[] = [];
  if (!Number.isSafeInteger(credits) || credits < 1 || credits > grantLimits.creditsMax) {
    problems.push({ field: 'credits', problem: 'give a whole number of credits, 1 or more, such as 250000 or 250k' });
  }
  if (!isDay(until) || until < today || until > last) {
    problems.push({ field: 'until', problem: `give a day from ${today} to ${last}` });
  }
  if (reason === '' || reason.length > requestLimits.reasonCharsMax || holdsUnprintable(reason)) {
    const plain = `say why, in at most ${requestLimits.reasonCharsMax} characters`;
    problems.push({ field: 'reason', problem: `${plain}${holdsUnprintable(reason) ? ' that can be seen' : ''}` });
  }
  return problems;
}

function problemsOfMany(own: readonly CreditRequest[], at: string): readonly AskProblem[] {
  const open = own.filter((request) => requestStatus(request, at) === 'asked').length;
  const asked = own.filter(({ askedAt }) => askedAt.slice(0, 10) === at.slice(0, 10)).length;
  if (open >= requestLimits.openMax) {
    return [{ problem: `${open} requests of yours are undecided; wait for a decision, or withdraw one` }];
  }
  return asked >= requestLimits.asksPerDayMax
    ? [{ problem: `you have asked ${asked} times today, which is the most; ask again tomorrow (UTC)` }]
    : [];
}
