import { moreForPool } from '../../budgets/more-for-pool.ts';
import type { WayStep, WayToWork } from '../../caps/ways-to-work.ts';
import { poolName } from '../../explanation/describe-pool.ts';
import { topUpCommand } from '../../grants/top-up-command.ts';
import { creditsText } from '../../kernel/texts/credits.ts';
import { minuteText } from '../../kernel/time/day.ts';
import type { WayOn } from '../conditions/condition-event.ts';

/** Describes tried ways with their commands, in their order. `laterMs`: the run that can give what is not free yet. */
export function describeWays(ways: readonly WayToWork[], email: string, laterMs: number): readonly WayOn[] {
  return ways.flatMap((way) => way.steps.map((step, index) => stepOf(step, { way, index, email, laterMs })));
}

function stepOf(
  step: WayStep,
  said: { readonly way: WayToWork; readonly index: number; readonly email: string; readonly laterMs: number },
): WayOn {
  const { way, index } = said;
  const isLast = index === way.steps.length - 1;
  const order = way.steps.length === 1 ? '' : index === 0 ? 'First: ' : 'Then: ';
  const meaning = isLast ? givenWords(said) : firstWords(step);
  return { meaning: `${order}${meaning}`, command: commandOf(step, said.email) };
}

function firstWords(step: WayStep): string {
  return step.kind === 'pool'
    ? `cover what ${poolName(step.pool)} is over by; until then no one gets anything of it`
    : 'raise the ceiling of all limits';
}

function givenWords({ way, email, laterMs }: Parameters<typeof stepOf>[1]): string {
  const { how, overCredits } = way;
  const covers = overCredits === undefined ? '' : ` (${creditsText(overCredits)} more cover what they are over)`;
  const gets = `${email} gets ${amountWords(way, laterMs)}${covers}`;
  switch (how) {
    case 'top-up':
      return gets;
    case 'ceiling':
      return `raise the ceiling of all limits; ${gets}`;
    case 'within-pool':
      return `${email} gets ${sharedWords(way, laterMs)}${covers}, first in their pools, which get no more; others may get less`;
    case 'raise-pools':
      return `${gets}, with as much more for ${raisedIn(way)}; no one gets less`;
    case 'all':
      return `more for all in the pool; together they get ${amountWords(way, laterMs)}`;
  }
}

/** Later runs give to others what is free now: of a pool that gets no more, no amount is sure for the reader of a mail. */
function sharedWords({ nowCredits, laterCredits }: WayToWork, laterMs: number): string {
  const from = laterCredits === undefined ? '' : ` or from ${minuteText(new Date(laterMs).toISOString())}`;
  return `up to ${creditsText(laterCredits ?? nowCredits)}, at once${from}`;
}

function raisedIn({ steps }: WayToWork): string {
  const raises = steps.flatMap((step) => (step.kind === 'top-up' ? (step.terms.raises ?? []) : []));
  return raises.map((scope) => poolName({ scope })).join(' and ');
}

function amountWords({ nowCredits, laterCredits }: WayToWork, laterMs: number): string {
  const later = laterCredits === undefined ? undefined : `up to ${creditsText(laterCredits)}`;
  const from = `from ${minuteText(new Date(laterMs).toISOString())} at the earliest`;
  if (later === undefined) {
    return `${creditsText(nowCredits)} now`;
  }
  return nowCredits > 0 ? `${creditsText(nowCredits)} now and ${later} in all ${from}` : `${later} ${from}`;
}

function commandOf(step: WayStep, email: string): string {
  switch (step.kind) {
    case 'top-up':
      return topUpCommand(
        step.terms.scope.kind === 'user' ? { ...step.terms, scope: { kind: 'user', email } } : step.terms,
      );
    case 'pool': {
      const { scope, window, amountCredits } = step.pool;
      return moreForPool({ scope, window: window.kind, amountCredits }, step.credits);
    }
    case 'ceiling':
      return `npx curfew settings set limitCeilingCredits ${step.credits}`;
  }
}
