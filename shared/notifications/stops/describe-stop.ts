import { budgetTitle } from '../../budgets/budget-title.ts';
import { isPoolScope } from '../../budgets/scope.ts';
import { topUpCommand } from '../../grants/top-up-command.ts';
import { creditsOver, creditsPhrase, creditsText, sayNeeded } from '../../kernel/texts/credits.ts';
import { shellWord } from '../../kernel/texts/shell-word.ts';
import { capital } from '../../kernel/texts/some-names.ts';
import { dayAndMonth } from '../../kernel/time/day.ts';
import type { Figure } from '../../mail/content.ts';
import { resetText } from '../compose/reset-text.ts';
import type { StopEvent, StopFacts, WayOn } from '../conditions/condition-event.ts';
import type { Reader } from '../notification.ts';
import { allowedBy, creditsToGive } from './stop-amounts.ts';

/** What lets a stopped person work again, cheapest first, as tried by the plan; else the command that tries it. */
export function waysFor(stop: StopFacts): readonly WayOn[] {
  const { user, ways } = stop;
  if (ways !== undefined && ways.length > 0) {
    return ways;
  }
  const explain = `npx curfew explain ${shellWord(user.email)}`;
  if (stop.isLeftOver === true) {
    return [
      stop.nextLimitCredits === undefined
        ? {
            meaning: 'See why the limit stays; then set a budget, or approve the plan that waits',
            command: explain,
          }
        : { meaning: 'See the next limit', command: explain },
    ];
  }
  if (ways !== undefined || stop.scope === undefined) {
    return [{ meaning: 'No single top-up or larger budget helps now; see what limits them', command: explain }];
  }
  const terms = { scope: { kind: 'user', email: user.email }, credits: creditsToGive(stop) } as const;
  // Nothing can be reserved in a pool that is used up.
  const withinPool = isPoolScope(stop.scope) && stop.usedCredits < allowedBy(stop);
  return [
    {
      meaning: 'See what gives them more; nothing is changed',
      command: `${topUpCommand({ ...terms, withinPool })} --dry-run`,
    },
  ];
}

export function headlineOfStop(event: StopEvent, { role }: Pick<Reader, 'role'>): string {
  const { stop, leftCredits } = event;
  const [who, are, can] =
    role === 'user' ? ['You', 'are', 'You can'] : [stop.user.email, 'is', `${stop.user.email} can`];
  if (event.kind === 'person-freed') {
    const left = leftCredits === undefined ? 'no limit any more' : `${creditsPhrase(leftCredits)} left`;
    return `${can} work again: ${left}`;
  }
  const whose = role === 'user' ? 'your' : 'their';
  if (stop.nextLimitCredits !== undefined) {
    return `${who} ${are} stopped until the next run, which raises ${whose} limit`;
  }
  const budget = causeName(stop, whose);
  if (!endsWithWindow(stop)) {
    return `${who} ${are} stopped: ${budget} is 0`;
  }
  return `${who} ${are} stopped until ${resetText(stop)}: ${budget} ${hasNothing(stop)}`;
}

export function factsOfStop({ kind, stop, owners }: StopEvent, { askWhom, timeZone }: Reader): readonly Figure[] {
  if (kind === 'person-freed') {
    return [
      { label: 'You were stopped by', value: causeName(stop, 'your') },
      { label: 'Resets', value: resetText(stop, timeZone) },
    ];
  }
  const { amountCredits, dataThrough, ownUsedCredits, limitCredits, limitWindow, window } = stop;
  const whom = owners.length > 0 ? owners : askWhom;
  return [
    { label: 'Budget', value: `${capital(causeName(stop, 'your'))}: ${creditsPhrase(amountCredits)}` },
    ...(whom.length > 0 ? [{ label: owners.length > 0 ? 'Owned by' : 'Looked after by', value: whom.join(', ') }] : []),
    { label: 'Used', value: usedText(stop, { isTitled: true }) },
    {
      label: 'Your limit',
      value: `${creditsPhrase(limitCredits)}, of which you used ${creditsOver(ownUsedCredits, limitWindow ?? window)}`,
    },
    ...(dataThrough === undefined
      ? []
      : [{ label: 'Figures', value: `through ${dayAndMonth(dataThrough)} (UTC days)` }]),
    ...(stop.nextLimitCredits === undefined
      ? []
      : [{ label: 'Your next limit', value: creditsPhrase(stop.nextLimitCredits) }]),
    ...(endsWithWindow(stop) ? [{ label: 'Resets', value: resetText(stop, timeZone) }] : []),
  ];
}

export function detailsOfStop(event: StopEvent, reader: Reader): readonly string[] {
  return [
    ...factsOfStop(event, reader).map(({ label, value }) => `${label}: ${value}`),
    ...remediesOfStop(event, reader),
    ...(event.kind === 'person-freed' || reader.role === 'user' ? [] : wayLines(event.stop)),
  ];
}

/** Returns what the person can do now: how much they need, whom to ask, what changes automatically. */
export function remediesOfStop({ kind, stop }: StopEvent, { askWhom, role }: Reader): readonly string[] {
  if (kind === 'person-freed') {
    return [];
  }
  if (stop.nextLimitCredits !== undefined) {
    return ['There is nothing to ask for: runs take place every hour.'];
  }
  const whom = askWhom.length === 0 ? 'an admin of Curfew' : askWhom.join(' or ');
  const [You, your] = role === 'user' ? ['You', 'your'] : [stop.user.email, 'the'];
  return [
    ...(stop.needed === undefined ? [] : [sayNeeded(`${You} ${role === 'user' ? 'need' : 'needs'}`, stop.needed)]),
    `Ask ${whom} for more. Once they agree, ${your} limit rises within minutes.`,
    ...(isPoolScope(stop.scope)
      ? [`The pool is shared out again every night, so ${your} limit may also rise without a request.`]
      : []),
  ];
}

export function wayLines(stop: StopFacts): readonly string[] {
  return waysFor(stop).map(({ meaning, command }) => `${meaning}: ${command}`);
}

/** Names what stops a person: `your month budget`, `the month budget of team web`. */
export function causeName({ scope, window, isLeftOver }: StopFacts, whose: 'your' | 'their'): string {
  if (scope !== undefined) {
    return budgetTitle({ scope, window: window.kind }, whose);
  }
  const whom = whose === 'your' ? 'you' : 'them';
  return isLeftOver === true ? `the last limit that was set for ${whom}` : 'the ceiling of every limit';
}

/** A new window does not end a budget of 0; the next run comes before it. */
export function endsWithWindow({ amountCredits, nextLimitCredits }: StopFacts): boolean {
  return amountCredits !== 0 && nextLimitCredits === undefined;
}

/** `43,000 of 50,000 credits used by team web through 9 Mar, 1,000 over.`; beside a title, without the verb. */
export function usedText(stop: StopFacts, { isTitled = false } = {}): string {
  const { scope, usedCredits, amountCredits, dataThrough, window } = stop;
  const by = scope?.kind === 'team' ? ` by team ${scope.name}` : scope?.kind === 'org' ? ' by the organization' : '';
  const left = amountCredits - usedCredits;
  const over = left < 0 ? `, ${creditsText(-left)} over` : '';
  const allowed = allowedBy(stop) - usedCredits;
  const promised =
    by !== '' && allowed > 0 ? `; the remaining ${creditsText(allowed)} are reserved for other people` : '';
  const through = dataThrough === undefined ? '' : ` through ${dayAndMonth(dataThrough)}`;
  return `${creditsOver(usedCredits, window)} of ${creditsPhrase(amountCredits)}${isTitled ? '' : ' used'}${by}${through}${over}${promised}.`;
}

function hasNothing(stop: StopFacts): string {
  const { scope, usedCredits } = stop;
  if (scope === undefined) {
    return 'is used up';
  }
  return isPoolScope(scope) && usedCredits < allowedBy(stop) ? 'has nothing left for you' : 'is used up';
}
