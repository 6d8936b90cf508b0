import { type Day, dayAndMonth, weekdayOf } from '../time/day.ts';
import { shortCredits } from './credits.ts';

/** Where a window is heading. Credits are integers; `runsOut` is null when use stays within the amount. */
export interface Heading {
  readonly through: Day;
  /** Top-ups included. */
  readonly amount: number | 'unlimited';
  readonly used: number;
  /** By the end of the window, with its 80 % range; null with too few known days. */
  readonly forecast: { readonly low: number; readonly mean: number; readonly high: number } | null;
  readonly runsOut: {
    /** Null: it lasts by the expected use. */
    readonly expected: Day | null;
    readonly earliest: Day | null;
    /** Null: it may last. */
    readonly latest: Day | null;
  } | null;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** `Thu 26 Nov`. */
export function weekdayAndDay(day: Day): string {
  return `${weekdays[weekdayOf(day) - 1] ?? ''} ${dayAndMonth(day)}`;
}

/** `Runs out Thu 26 Nov (between Tue 24 Nov and Sat 28 Nov)`, `Lasts: 87 % used by 30 Nov`. */
export function describeHeading({ through, amount, used, forecast, runsOut }: Heading): string {
  const end = dayAndMonth(through);
  if (amount !== 'unlimited' && used >= amount) {
    return 'Used up';
  }
  if (forecast === null) {
    return 'No forecast yet: too few days are known';
  }
  if (amount === 'unlimited') {
    return `${shortCredits(forecast.mean, 'credits')} expected by ${end} (${shortCredits(forecast.low)} to ${shortCredits(forecast.high)})`;
  }
  const { expected, earliest, latest } = runsOut ?? { expected: null, earliest: null, latest: null };
  if (expected === null) {
    const share = `Lasts: ${Math.round((forecast.mean / amount) * 100)} % used by ${end}`;
    return earliest === null ? share : `${share} (may run out from ${weekdayAndDay(earliest)})`;
  }
  return `Runs out ${weekdayAndDay(expected)}${rangeText(earliest ?? expected, latest)}`;
}

function rangeText(earliest: Day, latest: Day | null): string {
  if (latest === null) {
    return ` (as early as ${weekdayAndDay(earliest)}; it may also last)`;
  }
  return earliest === latest ? '' : ` (between ${weekdayAndDay(earliest)} and ${weekdayAndDay(latest)})`;
}
