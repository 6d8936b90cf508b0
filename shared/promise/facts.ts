import type { Day } from '../kernel/time/day.ts';
import type { PlatformWindow, WindowKind } from '../kernel/time/window.ts';

/** All that the guard knows, as tables have it. Credits are whole, moments Unix milliseconds, days UTC. */
export interface Facts {
  /** On the platform it may be so much earlier, or later. */
  readonly moment: { readonly nowMs: number; readonly earlierMs: number; readonly laterMs: number };
  readonly restsOn: RestsOn;
  readonly use: UseKnown;
  /** Everybody who may draw on a pool, or ever did: also those who left, lost their address or are on no roster. */
  readonly accounts: readonly Account[];
  /** What was sent to each address, by `addressOf`: at least all that may have been in force since the known data ends. */
  readonly sent: ReadonlyMap<string, readonly Sent[]>;
  /** The strict pools. */
  readonly pools: readonly PoolTerms[];
}

interface RestsOn extends PlatformWindow {
  /** After a confirmed PUT what it replaced counts as in force for so long. */
  readonly delayMs: number;
  /** What a turn that was running takes past its limit. */
  readonly inFlightCredits: number;
  /** How fast one account can use credits at all, or infinite. */
  readonly creditsPerHour: number;
  /** From so many credits on a limit is none. */
  readonly unlimitedCredits: number;
}

/** Use is reported by day from `from` on. It is final through `through`; later days may still be restated upwards. */
interface UseKnown {
  readonly from: Day;
  readonly through: Day;
  /** What was billed on each day beyond the use of all accounts. */
  readonly beyondRows: ArrayLike<number>;
}

export interface Account {
  readonly userId: string;
  /** The addresses that it had, oldest first; it has the last one until a reading of the roster shows another. */
  readonly held: readonly Held[];
  /** Reported use by day, as `UseKnown` counts them; absent when there is none. */
  readonly used?: ArrayLike<number> | undefined;
  /** Its teams, each from a day on; the first from ever. */
  readonly teams: readonly { readonly from: Day; readonly team?: string }[];
  /** Until when somebody else held its limit, and may have lifted it; infinite while that goes on. */
  readonly unheldUntilMs?: number;
  /** Where limits may be sent for it now, as the platform spells it; absent when none may. */
  readonly sendTo?: string;
}

/** It may have been the account's from `fromMs` to `untilMs`. What is confirmed in the sure time ends what it had. */
interface Held {
  readonly address: string;
  readonly fromMs: number;
  readonly sureFromMs: number;
  readonly sureUntilMs: number;
  readonly untilMs: number;
}

/** Of an unknown outcome it may be in force, and what was before it too. */
export interface Sent {
  readonly credits: number;
  readonly sentMs: number;
  readonly outcome: 'confirmed' | 'unknown' | 'refused';
  readonly answeredMs: number;
}

/** A budget that several accounts share. A window is judged by the terms of its own days. */
export interface PoolTerms {
  readonly name: string;
  /** Absent: everybody shares it. */
  readonly team?: string;
  readonly window: WindowKind;
  readonly credits: number;
  /** The days on which it is in force; from ever, and without end. */
  readonly from?: Day;
  readonly to?: Day;
  /** Credits that are added on some days. */
  readonly topUps: readonly { readonly from: Day; readonly to: Day; readonly credits: number }[];
}

export interface Change {
  readonly email: string;
  readonly limitCredits: number;
}

export function addressOf(email: string): string {
  return email.trim().toLowerCase();
}
