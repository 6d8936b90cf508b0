import { type CreditNotation, creditsAlone, notationOn, writeCreditsAs } from '../kernel/texts/credits.ts';
import { dayOf } from '../kernel/time/day.ts';
import type { Settings } from '../settings/contract/settings.ts';

/** Has this process write credits as an organization wants them at a moment, in Unix milliseconds; returns how. */
export function writeCreditsBy({ money }: Partial<Pick<Settings, 'money'>>, atMs: number): CreditNotation {
  const notation = money === undefined ? creditsAlone : notationOn(money, dayOf(atMs));
  writeCreditsAs(notation);
  return notation;
}
