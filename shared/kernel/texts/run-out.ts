import { type Day, dayAndMonth, weekdayOf } from '../time/day.ts';
import { amountState, describeOver } from './amount-state.ts';
import { shortCredits } from './credits.ts';
import { capital } from './some-names.ts';

/** Where a window is heading. Credits are integers; `runsOut` is null without a forecast. */
export interface Heading {
  readonly through: Day;
  /** Top-ups included. */
  readonly amount: number | 'unlimited';
  /** What limits may add up to: more than the amount with overcommit; null for unlimited. */
  readonly allowed: number | null;
  readonly used: number;
  /** By the end of the window, with its 80 % range; null with too few known days. */
  readonly forecast: { readonly low: number; readonly mean: number; readonly high: number } | null;
  /** Days on which use reaches the amount, or past it what is allowed. */
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
export function describeHeading(heading: Heading): string {
  const { amount, used, allowed } = heading;
  const use = amount === 'unlimited' ? undefined : { amount, used, allowed: allowed ?? amount };
  const state = use && amountState(use);
  if (use === undefined || state === 'within') {
    return outlookText(heading);
  }
  return state === 'used-up' ? 'Used up' : `${capital(describeOver(use))}${overOutlook(heading)}`;
}

function overOutlook({ forecast, runsOut, through }: Heading): string {
  if (forecast === null || runsOut === null) {
    return '';
  }
  const { expected, earliest, latest } = runsOut;
  return expected === null
    ? `, enough until ${dayAndMonth(through)}`
    : `, which runs out ${weekdayAndDay(expected)}${rangeText(earliest ?? expected, latest)}`;
}

function outlookText({ through, amount, forecast, runsOut }: Heading): string {
  const end = dayAndMonth(through);
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
