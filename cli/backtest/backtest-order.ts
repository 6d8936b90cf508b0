import { defaultLiveSetup, type LiveSetup } from '../../shared/backtest/backtest-setup.ts';
import type { WindowKind } from '../../shared/budgets/window.ts';
import { readAmount } from '../../shared/kernel/records/contract/fields/amount.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { parseWindowArgument } from '../frame/arguments.ts';
import { wrongUsage } from '../frame/command-error.ts';

export interface BacktestOptions {
  readonly trace?: string;
  readonly pool?: string;
  readonly window: string;
  readonly overcommit: string;
  readonly hints: string;
  readonly hintSessions?: string;
  readonly wrong: string;
  readonly lagMinutes: string;
  readonly cap: string;
  readonly anchorDay?: string;
  readonly budgets?: string;
}

/** What `backtest` was asked for. */
export interface BacktestOrder {
  readonly poolCredits: number | undefined;
  readonly window: WindowKind;
  readonly overcommitFactor: number;
  readonly live: LiveSetup;
  readonly anchorDay: number | undefined;
}

const poolCreditsMax = 100_000_000_000_000;

/** Reads the options of `backtest`; raises CommandError for what cannot be meant. */
export function parseBacktestOrder(options: BacktestOptions): BacktestOrder {
  if (options.pool === undefined && options.budgets === undefined) {
    throw wrongUsage('there is nothing to try; give the credits of a pool with --pool, or budgets with --budgets');
  }
  return {
    poolCredits: options.pool === undefined ? undefined : poolOf(options.pool),
    window: parseWindowArgument(options.window),
    overcommitFactor: factorOf(options.overcommit),
    live: liveOf(options),
    anchorDay: options.anchorDay === undefined ? undefined : anchorDayOf(options.anchorDay),
  };
}

function poolOf(text: string): number {
  const credits = readAmount(text);
  if (credits === undefined || !Number.isInteger(credits) || credits < 0 || credits > poolCreditsMax) {
    throw wrongUsage(
      `--pool ${quotedValue(text)} is not an amount; give a whole number of credits from 0 to ${grouped(poolCreditsMax)}, such as 66M`,
    );
  }
  return credits;
}

function factorOf(text: string): number {
  const factor = /^\d{1,2}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(factor >= 1 && factor <= 10)) {
    throw wrongUsage(`--overcommit ${quotedValue(text)} is not a factor; give a number from 1 to 10, such as 1.2`);
  }
  return factor;
}

function liveOf({ hints, hintSessions, wrong, lagMinutes, cap }: BacktestOptions): LiveSetup {
  const sessionShare = hintSessions === undefined ? 0 : shareOf('--hint-sessions', hintSessions);
  const peopleShare = shareOf('--hints', hints);
  if (sessionShare > 0 && peopleShare > 0) {
    throw wrongUsage('--hints and --hint-sessions exclude each other; give the share of people or that of sessions');
  }
  const capPercent = wholeOf('--cap', cap, capPercentMax);
  return {
    ...defaultLiveSetup,
    peopleShare,
    sessionShare,
    wrongShare: shareOf('--wrong', wrong),
    lagMinutes: wholeOf('--lag-minutes', lagMinutes, lagMinutesMax),
    eveningReturn: defaultLiveSetup.eveningReturn,
    bounds: { ...defaultLiveSetup.bounds, capPercent },
  };
}

const lagMinutesMax = 120;
const capPercentMax = 100;

function shareOf(option: string, text: string): number {
  const share = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(share <= 1)) {
    throw wrongUsage(`${option} ${quotedValue(text)} is not a share; give a number from 0 to 1, such as 0.3`);
  }
  return share;
}

function wholeOf(option: string, text: string, max: number): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= max)) {
    throw wrongUsage(`${option} ${quotedValue(text)} is out of range; give a whole number from 0 to ${max}`);
  }
  return number;
}

function anchorDayOf(text: string): number {
  const day = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(day >= 1 && day <= 31)) {
    throw wrongUsage(`--anchor-day ${quotedValue(text)} is not a day of the month; give a number from 1 to 31`);
  }
  return day;
}
