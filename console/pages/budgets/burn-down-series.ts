import type { OperationDocument } from '../../api/call-api.ts';

export type BurnDown = OperationDocument<'showBurnDown'>;
type Values = readonly (number | null)[];

interface BurnDownSeries {
  readonly used: Values;
  readonly amount: Values;
  /** The forecast, drawn from the last known day on. */
  readonly expected: Values;
  readonly low: Values;
  readonly high: Values;
  /** The highest value to draw: a wide range must not press everything else flat. */
  readonly most: number;
}

/** The lines of a budget's picture, one value a day. */
export function burnDownSeries({ days, amount, used, forecast }: BurnDown): BurnDownSeries {
  const first = days.findIndex(({ mean }) => mean !== null);
  const lastKnown = days[first - 1]?.used ?? null;
  const ahead = (values: Values): Values => (first <= 0 ? values : values.with(first - 1, lastKnown));
  const drawn = { low: ahead(days.map(({ low }) => low)), high: ahead(days.map(({ high }) => high)) };
  const usual = Math.max(used, amount === 'unlimited' ? 0 : amount, forecast?.mean ?? 0);
  const highest = Math.max(usual, ...days.map((day) => Math.max(day.high ?? 0, day.amount ?? 0)));
  return {
    ...drawn,
    used: days.map((day) => day.used),
    amount: days.map((day) => day.amount),
    expected: ahead(days.map(({ mean }) => mean)),
    most: Math.min(highest, usual * 2),
  };
}
