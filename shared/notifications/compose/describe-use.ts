import { budgetTitle, scopeName, spanWords } from '../../budgets/budget-title.ts';
import { isInherited, isPersonalScope } from '../../budgets/scope.ts';
import { usedPercent } from '../../kernel/texts/amounts.ts';
import { creditsOver, creditsPhrase, creditsText } from '../../kernel/texts/credits.ts';
import { capital } from '../../kernel/texts/some-names.ts';
import { dayAndMonth, minuteText } from '../../kernel/time/day.ts';
import type { AffectedUser } from '../affected-user.ts';
import type { Ending, UseEvent, UseFacts } from '../conditions/condition-event.ts';
import { endPercent, warnPercent } from '../conditions/use-observation.ts';
import type { Reader } from '../notification.ts';
import { resetText } from './reset-text.ts';

/** States the effect of a use event on its reader, in one sentence. */
export function headlineOfUse(event: UseEvent, { role }: Reader): string {
  const { facts } = event;
  const isUser = role === 'user';
  switch (event.kind) {
    case 'use-crossed':
      return crossedHeadline(event, isUser);
    case 'use-resolved':
      return resolvedHeadline(event, isUser);
    case 'use-reset':
      return `${capital(budgetName(facts, isUser))} has reset: use until ${dayAndMonth(facts.window.through)} no longer counts`;
    case 'use-ended':
      return `${capital(budgetName(facts, isUser))} no longer applies: it was replaced or removed${facts.user === undefined || isUser ? '' : ', or the person has left'}`;
  }
}

/** States the background: which budget, used, remaining, reset, whom to ask. */
export function detailsOfUse(event: UseEvent, { role, askWhom, timeZone }: Reader): readonly string[] {
  const { facts, isFromTheStart, hasEnded } = event;
  if (event.kind === 'use-ended') {
    return ['Its alerts are resolved. The budgets that apply instead have alerts of their own.'];
  }
  const lines = [...new Set([...event.ownerLines, ...event.userLines])].toSorted((a, b) => a - b);
  const crossed = `${lines.map((percent) => `${percent} %`).join(', ')} of ${budgetName(facts, role === 'user')} crossed.`;
  return [
    ...(event.kind === 'use-crossed' && endingOf(event) === undefined ? [crossed] : []),
    ...endingText(event, role === 'user'),
    ...(facts.scope.kind === 'members' ? [`This budget is the default of team ${facts.scope.name}.`] : []),
    usedText(facts),
    ...provisionalText(facts),
    ...(event.kind === 'use-crossed' && !hasEnded && facts.seen === undefined ? paceText(facts) : []),
    ...(isFromTheStart
      ? [
          'It was over budget from the start: all use of the window counts, also from before the budget was made or changed.',
        ]
      : []),
    ...(hasEnded ? [] : [`It resets on ${resetText(facts, timeZone)}.`]),
    ...(role === 'user' && askWhom.length > 0 ? [`For more, ask ${askWhom.join(' or ')}.`] : []),
  ];
}

/** The budget of a use as its reader calls it; the default is named after the person. */
export function budgetName({ scope, window, user }: UseFacts, isUser: boolean): string {
  if (!isPersonalScope(scope)) {
    return budgetTitle({ scope, window: window.kind });
  }
  const span = spanWords[window.kind];
  const whose = isInherited(scope) && user !== undefined ? personName(user) : scopeName(scope);
  return isUser ? `your ${span} budget` : `the ${span} budget of ${whose}`;
}

function throughText({ dataThrough }: UseFacts): string {
  return dataThrough === undefined ? '' : ` on figures through ${dayAndMonth(dataThrough)}`;
}

/** Only for the person: an owner may read the same event for another threshold. */
function endingOf({ facts, userLines }: UseEvent): Ending | undefined {
  return userLines.includes(endPercent) ? facts.seen?.ending : undefined;
}

function endingText(event: UseEvent, isUser: boolean): readonly string[] {
  const ending = endingOf(event);
  if (ending === undefined) {
    return [];
  }
  const { leftCredits, limitCredits, hourCredits } = ending;
  const whose = isUser ? 'your' : 'their';
  return [
    `About ${creditsPhrase(leftCredits)} are left of ${whose} limit of ${creditsText(limitCredits)}, and about ${creditsText(hourCredits)} were used in the last hour.`,
    ...(event.facts.basis === 'share' ? ['The pool is divided again every night, which may raise the limit.'] : []),
  ];
}

function usedText(facts: UseFacts): string {
  const { usedCredits, seen } = facts;
  if (seen === undefined) {
    return `Used ${usedOfAmount(facts)}${throughText(facts)}; ${leftText(facts)}.`;
  }
  const { credits, at } = seen;
  const known = `${creditsText(Math.max(0, usedCredits - credits))}${throughText(facts)}`;
  const sessions = `about ${creditsText(credits)} seen in sessions since then, up to ${minuteText(at)}`;
  const used = facts.basis === 'share' ? 'All its members together used' : 'Used';
  return `${used} about ${usedOfAmount(facts)}: ${known}, and ${sessions}; about ${leftText(facts)}.`;
}

function provisionalText({ seen }: UseFacts): readonly string[] {
  return seen === undefined
    ? []
    : ['This is provisional: an estimate from sessions, until the next figures. No second mail follows.'];
}

function paceText({ setsCaps, expectedOn, dataThrough, usedCredits, amountCredits = 0 }: UseFacts): readonly string[] {
  if (!setsCaps || dataThrough === undefined || usedCredits >= amountCredits) {
    return [];
  }
  return [
    expectedOn === undefined
      ? 'At the usual pace it lasts until it resets.'
      : `At the usual pace it is used up about ${dayAndMonth(expectedOn)}.`,
  ];
}

function crossedHeadline(event: UseEvent, isUser: boolean): string {
  const { facts } = event;
  const isSeen = facts.seen !== undefined;
  const [about, mark] = isSeen ? ['about ', ' (provisional)'] : ['', ''];
  const [who, is] = isUser ? ['You', 'are'] : [subject(facts), 'is'];
  const budget = budgetInHeadline(facts, isUser);
  const highest = Math.max(0, ...event.ownerLines, ...event.userLines);
  const ending = endingOf(event);
  if (ending !== undefined) {
    const of = facts.basis === 'share' ? `of what ${budget} allows now` : `of ${budget}`;
    return `${who} will be stopped within about an hour: about ${creditsPhrase(ending.leftCredits)} left ${of}${mark}`;
  }
  if (event.hasEnded && !isSeen) {
    return `${who} used ${percentText(facts)} of ${budget} that ended on ${dayAndMonth(facts.window.through)}`;
  }
  if (highest >= endPercent) {
    const stopped = isSeen
      ? `${who} will be stopped within minutes: ${budget} is almost used up`
      : `${who} ${is} stopped until ${resetText(facts)}: ${budget} is used up`;
    const { stopsAtCredits } = facts;
    const how =
      stopsAtCredits === undefined ? 'it stops no one' : `its limits add up to ${creditsText(stopsAtCredits)}`;
    const over = `${who} ${is} ${isSeen ? 'about to be ' : ''}over ${budget}; ${how}`;
    return `${facts.setsCaps ? stopped : over}${mark}`;
  }
  const left = `${about}${leftText(facts)}${mark}`;
  const when = isSeen || facts.expectedOn === undefined ? '' : `, about ${dayAndMonth(facts.expectedOn)}`;
  // A stop is announced only where the pace leads to one; of a pool the person did not use the percentage themselves.
  const isComing = isSeen || when !== '' || facts.basis === 'share';
  return facts.setsCaps && highest >= warnPercent && isComing
    ? `${who} will be stopped when ${budget} is used up${when}: ${left}`
    : `${who} used ${about}${percentText(facts)} of ${budget}: ${left}`;
}

/** Next to the name of the person, team or organization, the budget need not repeat it. */
function budgetInHeadline(facts: UseFacts, isUser: boolean): string {
  if (facts.basis === 'budget' && facts.user === undefined) {
    return `its ${spanWords[facts.window.kind]} budget`;
  }
  return budgetName(facts, true).replace(/^your /, isUser ? 'your ' : 'their ');
}

function resolvedHeadline(event: UseEvent, isUser: boolean): string {
  const { facts } = event;
  const lines = [...event.ownerLines, ...event.userLines];
  const who = isUser ? 'You' : subject(facts);
  const left = `${leftText(facts)} of ${budgetInHeadline(facts, isUser)}`;
  if (Math.max(0, ...lines) >= 100) {
    return `${who} ${isUser ? 'have' : 'has'} credits again: ${left}`;
  }
  return `${who} ${isUser ? 'are' : 'is'} back under ${Math.min(...lines)} %: ${left}`;
}

function subject({ scope, user }: UseFacts): string {
  return user === undefined ? capital(scopeName(scope)) : personName(user);
}

function percentText({ usedCredits, amountCredits, window }: UseFacts): string {
  const hasAmount = amountCredits !== undefined && amountCredits > 0;
  return hasAmount ? `${usedPercent(usedCredits, amountCredits)} %` : creditsOver(usedCredits, window, 'phrase');
}

function leftText({ usedCredits, amountCredits }: UseFacts): string {
  if (amountCredits === undefined) {
    return 'no limit any more';
  }
  const left = amountCredits - usedCredits;
  return left >= 0 ? `${creditsPhrase(left)} left` : `${creditsPhrase(0)} left, ${creditsText(-left)} over`;
}

function usedOfAmount({ usedCredits, amountCredits, window }: UseFacts): string {
  return amountCredits === undefined
    ? creditsOver(usedCredits, window, 'phrase')
    : `${creditsOver(usedCredits, window)} of ${creditsPhrase(amountCredits)}`;
}

/** A person's name for others; an email keeps its case at the start of a sentence too. */
function personName({ userId, email }: AffectedUser): string {
  return email ?? `user ${userId}`;
}
