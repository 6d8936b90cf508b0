import type { WindowKind } from '../../../../shared/kernel/time/window.ts';

/** A world small enough that every order of a few events is tried. Moments are Unix milliseconds. */
export interface World {
  readonly nowMs: number;
  readonly accounts: readonly TrueAccount[];
  readonly pools: readonly SmallPool[];
  /** What Curfew knows. */
  readonly known: Known;
  /** What was said to be kept, by pool and window, until no run is needed any more. */
  readonly promised: Readonly<Record<string, Promised>>;
  /** How many faults are left to happen; each one costs one. */
  readonly isRowUnreadable: boolean;
  /** By how much the clock of the runner is ahead, in minutes. */
  readonly aheadMinutes: number;
}

/** What is so on the platform. */
export interface TrueAccount {
  readonly address: string;
  readonly isOnRoster: boolean;
  readonly team: string;
  /** The limit and what replaced it, each from its moment on. */
  readonly limits: readonly { readonly fromMs: number; readonly credits: number }[];
  /** Use by day. */
  readonly used: Readonly<Record<string, number>>;
}

export interface SmallPool {
  readonly name: string;
  readonly team?: string;
  readonly window: WindowKind;
  readonly credits: number;
  readonly from?: string;
  readonly to?: string;
  readonly topUps: readonly { readonly from: string; readonly to: string; readonly credits: number }[];
}

export interface Known {
  /** The last day whose figures are known, settled or not. */
  readonly through: string;
  readonly accounts: readonly KnownAccount[];
  readonly sent: Readonly<Record<string, readonly KnownSent[]>>;
  readonly readMs: number;
}

interface KnownAccount {
  readonly index: number;
  readonly addresses: readonly { readonly address: string; readonly seenMs: number; readonly lastMs?: number }[];
  readonly isOnRoster: boolean;
  readonly teams: readonly { readonly from: string; readonly team: string }[];
  readonly used: Readonly<Record<string, number>>;
}

interface KnownSent {
  readonly credits: number;
  readonly sentMs: number;
  readonly answeredMs: number;
  readonly outcome: 'confirmed' | 'unknown';
}

export interface Promised {
  readonly pool: string;
  readonly team?: string;
  readonly from: string;
  readonly through: string;
  readonly amount: number;
  readonly untilMs: number;
  /** Accounts that it was about. */
  readonly accounts: readonly number[];
}

/** What is the same in all worlds of a scenario. */
export interface Scenario {
  readonly name: string;
  readonly anchorDay: number;
  readonly startMs: number;
  readonly settleDays: number;
  readonly inFlight: number;
  readonly pools: readonly SmallPool[];
  /** The limit of each of the first accounts. */
  readonly limits: readonly number[];
  readonly teams: readonly string[];
}
