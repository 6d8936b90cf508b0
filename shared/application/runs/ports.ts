import type { JournalEntry, JournalKind } from '../../domain/journal/journal-entry.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { DayRange } from '../../domain/time/day.ts';

/** Wall-clock time in Unix milliseconds. What a run is *about* is an argument of the run, never this clock. */
export interface Clock {
  now(): number;
}

/** Ids that no other process makes: owners of leases and claims. */
export interface Ids {
  next(): string;
}

/** A page of a list of the platform. */
export interface ListPage {
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/** The platform could not be read or written after all retries. The message names endpoint and status, no secret. */
export class PlatformUnavailableError extends Error {
  override readonly name = 'PlatformUnavailableError';
  /** How long the platform asked to be left alone, in milliseconds, when it did. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options?: ErrorOptions & { readonly retryAfterMs?: number | undefined }) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** The platform refuses the key or its role: trying again changes nothing. */
export class PlatformRefusedError extends Error {
  override readonly name = 'PlatformRefusedError';
}

/** Pages that were read and are not processed yet, so that a run which is resumed does not read them again. */
export interface PageStore<Page extends ListPage> {
  /** Keeps a page under its number, counted from 1. The same page again changes nothing. */
  put(list: string, number: number, page: Page): Promise<void>;
  /** The page with the highest number. */
  last(list: string): Promise<{ readonly number: number; readonly page: Page } | undefined>;
  /** All pages in their order. */
  read(list: string): AsyncIterable<Page>;
  /** Nobody needs the pages any more; they may stay for a while. */
  drop(list: string): Promise<void>;
}

/** A write of an older run met that of a newer one. */
export class FencedOffError extends Error {
  override readonly name = 'FencedOffError';
}

/** The right to be the only writer under a name, until an instant. `fence` rises with every acquisition. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
  readonly expiresAtMs: number;
}

export interface LeaseStore {
  acquire(
    name: string,
    claim: { readonly owner: string; readonly nowMs: number; readonly durationMs: number },
  ): Promise<
    { readonly kind: 'acquired'; readonly lease: Lease } | { readonly kind: 'held'; readonly untilMs: number }
  >;
  /** Undefined when somebody else holds the lease by now. */
  renew(lease: Lease, until: { readonly nowMs: number; readonly durationMs: number }): Promise<Lease | undefined>;
  /** Gives the lease back; nothing happens when it is lost already. */
  release(lease: Lease): Promise<void>;
}

/** The runs of each job, newest first, and how far each job has come. */
export interface RunStore {
  find(runId: string): Promise<Run | undefined>;
  put(run: Run): Promise<void>;
  list(job: string, countMax: number): Promise<readonly Run[]>;
  /** The latest moment as of which a job has begun to change something; ISO. */
  latestApplied(job: string): Promise<string | undefined>;
  /** Moves that moment forward. False, and nothing moved, when it is later already. */
  markApplied(job: string, at: string): Promise<boolean>;
  /** The latest moment as of which a job has sent all that was to be changed; ISO. */
  latestSent(job: string): Promise<string | undefined>;
  /** Moves that moment forward. Nothing is moved when it is later already. */
  markSent(job: string, at: string): Promise<void>;
}

/** Append-only. Entries are written at most once an id: writing an entry again changes nothing. */
export interface Journal {
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Entries of a range of days, ascending by time; of some kinds alone, where these are named. */
  list(range: DayRange, countMax: number, kinds?: readonly JournalKind[]): Promise<readonly JournalEntry[]>;
}
