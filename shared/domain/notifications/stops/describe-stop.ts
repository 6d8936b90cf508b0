import type { BudgetKey } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import type { Figure } from '../../mail/content.ts';
import { grouped } from '../../texts/grouped.ts';
import type { StopEvent, StopFacts } from '../condition-event.ts';
import type { ConditionNotification } from '../notification.ts';
import { resetText } from '../reset-text.ts';

type Reader = Pick<ConditionNotification, 'role' | 'askWhom' | 'timeZone'>;

/** What being stopped, or free again, comes to, in one sentence. */
export function headlineOfStop(event: StopEvent, { role }: Pick<Reader, 'role'>): string {
  const { stop, leftCredits } = event;
  const [who, are, can] =
    role === 'user' ? ['You', 'are', 'You can'] : [stop.user.email, 'is', `${stop.user.email} can`];
  if (event.kind === 'person-freed') {
    const left = leftCredits === undefined ? 'no limit any more' : `${grouped(leftCredits)} credits left`;
    return `${can} work again: ${left}`;
  }
  const budget = causeName(stop, role === 'user' ? 'your' : 'their');
  if (stop.amountCredits === 0) {
    return `${who} ${are} stopped: ${budget} is 0`;
  }
  return `${who} ${are} stopped until ${resetText(stop)}: ${budget} ${hasNothing(stop)}`;
}

/** What stands behind it, label by label. */
export function factsOfStop({ kind, stop, owners }: StopEvent, { askWhom, timeZone }: Reader): readonly Figure[] {
  if (kind === 'person-freed') {
    return [];
  }
  const { amountCredits, dataThrough, ownUsedCredits, limitCredits } = stop;
  const whom = owners.length > 0 ? owners : askWhom;
  return [
    { label: 'Budget', value: `${capital(causeName(stop, 'your'))}: ${grouped(amountCredits)} credits` },
    ...(whom.length > 0 ? [{ label: owners.length > 0 ? 'Owned by' : 'Looked after by', value: whom.join(', ') }] : []),
    { label: 'Used', value: usedText(stop) },
    { label: 'Your limit', value: `${grouped(limitCredits)} credits, of which you used ${grouped(ownUsedCredits)}` },
    ...(dataThrough === undefined ? [] : [{ label: 'Figures', value: `through ${dataThrough} (UTC days)` }]),
    { label: 'Resets', value: resetText(stop, timeZone) },
  ];
}

/** The same as lines, for a mail about something else. */
export function detailsOfStop(event: StopEvent, reader: Reader): readonly string[] {
  return [
    ...factsOfStop(event, reader).map(({ label, value }) => `${label}: ${value}`),
    ...remediesOfStop(event, reader),
    ...(event.kind === 'person-freed' ? [] : [`For more: ${moreCommand(event.stop)}`]),
  ];
}

/** What the person can do now, and what whoever they ask has to decide. */
export function remediesOfStop({ kind, stop }: StopEvent, { askWhom }: Reader): readonly string[] {
  if (kind === 'person-freed') {
    return [];
  }
  const whom = askWhom.length === 0 ? 'an admin of Curfew' : askWhom.join(' or ');
  return [
    `Ask ${whom} for more. They decide, and one command of theirs is enough: the limit rises within minutes.`,
    ...(isShared(stop)
      ? ['Pools are divided anew every night: what becomes free for you is yours without another mail.']
      : []),
  ];
}

/** What leaves somebody nothing, as people call it: `your month budget`, `the month budget of team web`. */
export function causeName({ scope, window, isLeftOver }: StopFacts, whose: Whose): string {
  if (scope !== undefined) {
    return budgetTitle({ scope, window: window.kind }, whose);
  }
  const whom = whose === 'your' ? 'you' : 'them';
  return isLeftOver === true ? `the last limit that was set for ${whom}` : 'the ceiling of every limit';
}

type Whose = 'your' | 'their';

/** A budget as people call it who are bound by it. */
export function budgetTitle({ scope, window }: BudgetKey, whose: Whose): string {
  const span = window === 'platform' ? 'billing window' : window;
  switch (scope.kind) {
    case 'user':
      return `${whose} ${span} budget`;
    case 'default':
      return `the default ${span} budget`;
    case 'team':
      return `the ${span} budget of team ${scope.name}`;
    case 'org':
      return `the ${span} budget of the organization`;
  }
}

/** The use of what stops somebody, and what became of the rest. */
export function usedText({ scope, usedCredits, amountCredits, dataThrough }: StopFacts): string {
  const by = scope?.kind === 'team' ? ` by team ${scope.name}` : scope?.kind === 'org' ? ' by the organization' : '';
  const left = amountCredits - usedCredits;
  const over = left < 0 ? `, ${grouped(-left)} over` : '';
  const promised = by !== '' && left > 0 ? `; the other ${grouped(left)} are promised to others, or kept back` : '';
  const through = dataThrough === undefined ? '' : ` through ${dataThrough}`;
  return `${grouped(usedCredits)} of ${grouped(amountCredits)} credits used${by}${through}${over}${promised}.`;
}

/** The one command that lets somebody go on, with an amount to begin with. */
export function moreCommand({ user, scope, window, amountCredits, isLeftOver }: StopFacts): string {
  const more = suggested(amountCredits);
  switch (scope?.kind) {
    case undefined:
      return isLeftOver === true
        ? `npx curfew explain ${user.email} (why the limit stays; then set a budget, or approve the plan that waits)`
        : 'raise limitCeilingCredits in the settings, or take it out';
    case 'user':
    case 'default':
      return `npx curfew topup add ${user.email} ${more} --reason "…"`;
    case 'team':
      return `npx curfew topup add ${formatScope(scope)} ${more} --reason "…"`;
    case 'org':
      return `npx curfew budgets set org ${window.kind} ${amountCredits + more}`;
  }
}

/** A fifth of the amount, in round numbers. */
function suggested(amountCredits: number): number {
  const fifth = Math.max(1_000, amountCredits / 5);
  const unit = 10 ** Math.floor(Math.log10(fifth));
  return Math.round(fifth / unit) * unit;
}

function hasNothing(stop: StopFacts): string {
  const { scope, usedCredits, amountCredits } = stop;
  if (scope === undefined) {
    return 'is used up';
  }
  return isShared(stop) && usedCredits < amountCredits ? 'has nothing left for you' : 'is used up';
}

function isShared({ scope }: StopFacts): boolean {
  return scope?.kind === 'team' || scope?.kind === 'org';
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
