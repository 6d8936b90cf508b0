import { grouped } from '../texts/grouped.ts';
import { chanceOfExceeding, type WindowForecast } from './forecast.ts';
import { describeRise, type Rise } from './rise.ts';

/** A forecast against an amount in one or two sentences, with its range, its chance and, where known, its cause. */
export function describeForecast(forecast: WindowForecast, amountCredits: number, rise?: Rise): string {
  const { window, expectedCredits, lowCredits, highCredits } = forecast;
  const percent = Math.round(chanceOfExceeding(forecast, amountCredits) * 100);
  const cause = rise === undefined ? undefined : describeRise(rise);
  return [
    `${grouped(expectedCredits)} credits are expected by the end of ${window.through}`,
    ` (most likely ${grouped(lowCredits)} to ${grouped(highCredits)}), where the budget is ${grouped(amountCredits)};`,
    ` the chance of passing it is ${percent} %.`,
    cause === undefined ? '' : ` ${cause}.`,
  ].join('');
}
