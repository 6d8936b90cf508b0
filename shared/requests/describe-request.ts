import { budgetTitle } from '../budgets/budget-title.ts';
import { parseScope } from '../budgets/scope.ts';
import { creditsPhrase, creditsText } from '../kernel/texts/credits.ts';
import { addDays, dayAndMonth, dayText, minuteText, startText } from '../kernel/time/day.ts';
import type { Figure } from '../mail/content.ts';
import { describeStatus } from './decide-request.ts';
import { requestLimits, requestStatus, type CreditRequest, type GivenEffect } from './request.ts';

/** Returns a request's facts with labels, for its requester or for an approver. */
export function factsOfRequest(request: CreditRequest, reader: 'asker' | 'approver'): readonly Figure[] {
  const { id, email, credits, until, reason, about, askedAt } = request;
  const scope = parseScope(about?.scope ?? '');
  const limit =
    about === undefined || scope === undefined
      ? 'the limit itself'
      : budgetTitle({ scope, window: about.window }, reader === 'asker' ? 'your' : 'their');
  return [
    ...(reader === 'approver' ? [{ label: 'Who', value: email }] : []),
    { label: 'Asks for', value: `${creditsPhrase(credits)}` },
    { label: 'Until', value: `${dayText(until)}, the end of the day (UTC)` },
    { label: 'Reason', value: reason },
    ...(about === undefined
      ? []
      : [{ label: 'Stopped or warned by', value: `${limit}; resets ${startText(addDays(about.through, 1))}` }]),
    { label: 'Asked', value: minuteText(askedAt) },
    { label: 'Request', value: id },
  ];
}

export function describeState(request: CreditRequest, at: string): string {
  const { credits, until, askedAt, decision } = request;
  const status = requestStatus(request, at);
  const [asked, by] = [`${creditsPhrase(credits)}`, decision?.by ?? ''];
  const given = describeEffect(request, at);
  const effect = given === undefined ? '' : ` ${given}`;
  switch (status) {
    case 'asked':
      return `You asked for ${asked}. It is not decided yet; approvers have until ${dayAndMonth(addDays(askedAt.slice(0, 10), requestLimits.openDaysMax))}.`;
    case 'approved':
      return `You were given all of the ${asked}, until ${dayAndMonth(until)}.${effect}`;
    case 'less':
      return `You were given ${creditsText(decision?.credits ?? 0)} of the ${asked}, until ${dayAndMonth(until)}.${effect}`;
    case 'denied':
      return `Your request for ${asked} was denied by ${by}.`;
    case 'withdrawn':
      return `You withdrew your request for ${asked}.`;
    case 'expired':
      return `Your request for ${asked} was not decided in time.`;
  }
}

/** What of an approval can be used, when more of it, and why not all; undefined where all, and after the day (UTC). */
export function describeEffect(request: CreditRequest, at: string): string | undefined {
  const effect = effectAt(request, at);
  if (effect === undefined) {
    return undefined;
  }
  const { nowCredits, later, because } = effect;
  const more = later === undefined ? '' : `, up to ${creditsText(later.credits)} from ${dayAndMonth(later.from)}`;
  return `${creditsText(nowCredits)} of it can be used now${more}: ${because}.`;
}

/** What follows on an approval, in sentences. */
export function describeNext(request: CreditRequest, at: string): readonly string[] {
  const effect = effectAt(request, at);
  const raised = 'Your limit is raised within minutes; a mail says so once it is, when you were stopped.';
  if (effect === undefined) {
    return [raised];
  }
  return effect.nowCredits === 0
    ? ['Your limit is not raised now. It is raised by itself once the credits can be used.']
    : [raised, 'It is raised again by itself once more of the credits can be used.'];
}

/** An effect is of its moment: later days have figures of their own. */
function effectAt({ decision }: CreditRequest, at: string): GivenEffect | undefined {
  return decision?.at.slice(0, 10) === at.slice(0, 10) ? decision.effect : undefined;
}

/** Returns who decided, when and why, with labels; empty while undecided. */
export function factsOfDecision({ decision, state }: CreditRequest): readonly Figure[] {
  if (decision === undefined || state === 'withdrawn') {
    return [];
  }
  const by = decision.rule === undefined ? decision.by : `the rule ${decision.rule}`;
  return [
    { label: 'Decision', value: `${describeStatus(state)}, by ${by}, ${minuteText(decision.at)}` },
    ...(decision.credits === undefined ? [] : [{ label: 'Given', value: `${creditsPhrase(decision.credits)}` }]),
    ...(decision.reason === undefined ? [] : [{ label: 'Because', value: decision.reason }]),
  ];
}
