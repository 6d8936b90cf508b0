import type { Day } from '../kernel/time/day.ts';
import type { PlatformWindow, WindowKind } from '../kernel/time/window.ts';

/** The guard's inputs, from the tables. Credits are whole, moments Unix milliseconds, days UTC. */
export interface Facts {
  /** The platform's clock may be this much earlier, or later. */
  readonly moment: { readonly nowMs: number; readonly earlierMs: number; readonly laterMs: number };
  readonly restsOn: RestsOn;
  /** Use by day since `from`. It is final through `through`; later days may still be restated upwards. */
  readonly use: {
    readonly from: Day;
    readonly through: Day;
    /** What was billed on each day beyond the use of all accounts. */
    readonly beyondRows: ArrayLike<number>;
  };
  /** All who may draw on a pool, or ever did, including those who left, lost their address or are on no roster. */
  readonly accounts: readonly Account[];
  /** What was sent to each address, by `addressOf`: at least all that may be in force since the known data. */
  readonly sent: ReadonlyMap<string, readonly Sent[]>;
  readonly pools: readonly PoolTerms[];
}

interface RestsOn extends PlatformWindow {
  /** How long a replaced limit counts as in force after a confirmed PUT. */
  readonly delayMs: number;
  /** What a running turn may use past its limit. */
  readonly inFlightCredits: number;
  /** The most that one account can use per hour, or infinite. */
  readonly creditsPerHour: number;
  /** From these credits on, a limit counts as none. */
  readonly unlimitedCredits: number;
}

export interface Account {
  readonly userId: string;
  /** Its addresses, oldest first; it has the last one until a reading of the roster shows another. */
  readonly held: readonly Held[];
  /** Reported use by day since `UseKnown.from`; absent for none. */
  readonly used?: ArrayLike<number> | undefined;
  /** Its teams, each from a day on; the first since ever. */
  readonly teams: readonly { readonly from: Day; readonly team?: string }[];
  /** Until when someone else managed its limit, and may have lifted it; infinite while that continues. */
  readonly unheldUntilMs?: number;
  /** Where limits may be sent for it now, in the platform's spelling; absent for nowhere. */
  readonly sendTo?: string;
}

/** It may have been the account's from `fromMs` to `untilMs`. A limit confirmed in certain time ends earlier ones. */
interface Held {
  readonly address: string;
  readonly fromMs: number;
  readonly sureFromMs: number;
  readonly sureUntilMs: number;
  readonly untilMs: number;
}

/** With an unknown outcome it may be in force, and the previous one too. */
export interface Sent {
  readonly credits: number;
  readonly sentMs: number;
  readonly outcome: 'confirmed' | 'unknown' | 'refused';
  readonly answeredMs: number;
}

/** A budget that several accounts share. Each window is judged by the terms of its own days. */
export interface PoolTerms {
  readonly name: string;
  /** Absent: all accounts share it. */
  readonly team?: string;
  readonly window: WindowKind;
  readonly credits: number;
  /** The days on which it is in force; absent: since ever, and without end. */
  readonly from?: Day;
  readonly to?: Day;
  readonly topUps: readonly { readonly from: Day; readonly to: Day; readonly credits: number }[];
}

export interface Change {
  readonly email: string;
  readonly limitCredits: number;
}

export function addressOf(email: string): string {
  return email.trim().toLowerCase();
}
