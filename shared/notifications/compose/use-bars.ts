import { usedPercent } from '../../kernel/texts/amounts.ts';
import { shortCredits } from '../../kernel/texts/credits.ts';
import type { Bar, MailSection } from '../../mail/content.ts';
import type { ConditionEvent } from '../conditions/condition-event.ts';

/** The use of a budget beside its amount, and beside the forecast where that is the matter; nothing without an amount. */
export function useBars(event: ConditionEvent): readonly MailSection[] {
  if (event.kind === 'forecast-raised') {
    const { forecast, amountCredits } = event;
    const { usedCredits, expectedCredits } = forecast;
    return barsOf('Use and forecast', amountCredits, { Used: usedCredits, Expected: expectedCredits });
  }
  if (!('facts' in event) || event.facts.amountCredits === undefined || event.facts.basis === 'share') {
    return [];
  }
  return event.hasEnded ? [] : barsOf('Use', event.facts.amountCredits, { Used: event.facts.usedCredits });
}

function barsOf(heading: string, amount: number, used: Readonly<Record<string, number>>): readonly MailSection[] {
  const longest = Math.max(1, amount, ...Object.values(used));
  const percent = (credits: number): string => (amount === 0 ? '' : ` (${usedPercent(credits, amount)} %)`);
  const bars: readonly Bar[] = [
    ...Object.entries(used).map(([label, credits]) => ({
      label,
      value: `${shortCredits(credits)}${percent(credits)}`,
      share: credits / longest,
    })),
    { label: 'Amount', value: shortCredits(amount), share: amount / longest },
  ];
  return [{ kind: 'bars', heading, bars }];
}
