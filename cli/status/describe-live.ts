import { counted } from '../../shared/kernel/texts/amounts.ts';
import { creditsPhrase, creditsText } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { LiveDocument } from '../../shared/live/contract.ts';
import { describeLivePool } from '../../shared/live/describe-live.ts';

const poolsMax = 5;

/** What is given between the nights: what is proven, what is seen, what can be given. */
export function describeLive({ at, detail, seen, seenPeople, given, pools }: LiveDocument): readonly string[] {
  const facts = [
    `${counted(seenPeople, 'person', 'people')} seen at work`,
    ...(seen === null ? [] : [`${creditsPhrase(seen)} seen since the known figures`]),
    ...(given.people === 0
      ? []
      : [`${creditsText(given.credits)} given to ${counted(given.people, 'person', 'people')}`]),
  ];
  return [
    `Live, ${minuteText(at)}`,
    `  ${plainText(detail)}`,
    `  ${facts.join(', ')}`,
    ...pools
      .slice(0, poolsMax)
      .map(
        ({ scope, window, proven, amount, free, unlimited }) =>
          `  ${plainText(scope)} ${window}: ${describeLivePool({ provenCredits: proven, amountCredits: amount, freeCredits: free, unboundedUsers: unlimited })}`,
      ),
    ...(pools.length > poolsMax ? [`  and ${counted(pools.length - poolsMax, 'pool')} more: status --json`] : []),
  ];
}
