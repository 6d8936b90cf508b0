import type { JournalEntry, JournalKind } from '../../journal/journal-entry.ts';
import type { DayRange } from '../time/day.ts';
import type { Lease, LeaseClaim, Tampering } from './lease.ts';
import type { Run } from './run.ts';

/**
 * What a method of a port needs of the lease. `free`: it only reads, or what it writes is safe without a lease (it is
 * fenced, conditional, or written at most once an id). `write`: half of the lease is left when it begins. `call` and
 * `pages`: the platform may be slow, so it begins with the whole lease; the pages keep it. `kept-pages`: what a run reads
 * first, so that half of the lease is left for each page, the first too.
 */
export type LeaseNeed = 'free' | 'write' | 'call' | 'pages' | 'kept-pages';

/** What each method of a port needs; declared beside the type of the port. A method left out does not compile. */
export type PortNeeds<Port> = { readonly [Method in keyof Port]-?: LeaseNeed };

/** The same for all ports of a job; `free` for a port of which every method is. A port left out does not compile. */
export type LeaseNeeds<Ports> = { readonly [Name in keyof Ports]-?: 'free' | PortNeeds<NonNullable<Ports[Name]>> };

/** Wall-clock time in Unix milliseconds. What a run is *about* is an argument of the run, never this clock. */
export interface Clock {
  now(): number;
}

/** Ids that no other process makes: owners of leases and claims. */
export interface Ids {
  next(): string;
}

/**
 * The steps of a run. Where a run may outlive its process, a finished step is never done again: the run is begun again
 * from its top and every finished step gives the answer that it gave then. So the way through a run may depend on
 * nothing but the answers of its steps, whatever is done in a step bears being done again, and an answer is a small
 * value that JSON can carry.
 */
export interface Steps {
  /** Runs the work and passes its errors on. */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Lets time pass, in milliseconds. */
  wait(name: string, durationMs: number): Promise<void>;
  /** Groups steps: once the group is finished, none is read again. */
  group<T>(name: string, work: (steps: Steps) => Promise<T>): Promise<T>;
}

/** What a run says while it works; nothing depends on it. */
export interface Progress {
  report(step: ProgressStep): void;
}

export interface ProgressStep {
  readonly step: 'roster' | 'usage' | 'limits' | 'mail';
  readonly done: number;
  /** Absent while the end is not known. */
  readonly total?: number;
}

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

/** The platform does not answer for so many days at once; by the month it may. */
export class RangeRefusedError extends Error {
  override readonly name = 'RangeRefusedError';
}

/** A run was asked for as of a moment that has not come yet; nothing was begun. The message says what is allowed. */
export class RunAheadError extends Error {
  override readonly name = 'RunAheadError';
}

/** Pages that were read and are not processed yet, so that a run which is resumed does not read them again. */
export interface PageStore<Page extends ListPage> {
  /** Keeps pages that follow each other; the first has this number, counted from 1. The same again changes nothing. */
  put(list: string, first: number, pages: readonly Page[]): Promise<void>;
  last(list: string): Promise<{ readonly number: number; readonly page: Page } | undefined>;
  /** All pages in order. Throws when a page in the middle is missing. */
  read(list: string): AsyncIterable<Page>;
  /** Marks the pages as unneeded; they may stay for a while. */
  drop(list: string): Promise<void>;
}

/** A write of an older run met that of a newer one. */
export class FencedOffError extends Error {
  override readonly name = 'FencedOffError';
}

/** Another item has the key of a history item, and stays: Curfew did not write it. */
export class HistoryConflictError extends Error {
  override readonly name = 'HistoryConflictError';
}

/** Leases. A row that Curfew would not write is repaired, and reported by `tampered`. Raises for too long a claim. */
export interface LeaseStore {
  /** `isRepaired`: its row was invalid; it is free after the longest lease duration. */
  acquire(
    name: string,
    claim: Omit<LeaseClaim, 'name'>,
  ): Promise<
    | { readonly kind: 'acquired'; readonly lease: Lease }
    | { readonly kind: 'held'; readonly untilMs: number; readonly isRepaired?: true }
  >;
  /** Undefined when another owner holds the lease. */
  renew(lease: Lease, until: { readonly nowMs: number; readonly durationMs: number }): Promise<Lease | undefined>;
  /** Gives the lease back; nothing happens when it is lost already. */
  release(lease: Lease): Promise<void>;
  /** Whether a lease is free at a moment; writes nothing. */
  isFree(name: string, nowMs: number): Promise<boolean>;
  /** The last tampering of each lease and progress row, by name. */
  tampered(): Promise<readonly Tampering[]>;
}

export interface RunStore {
  find(runId: string): Promise<Run | undefined>;
  /** Writes a run's record: at start, end, new try. A finished outcome is not replaced: raises HistoryConflictError. */
  put(run: Run): Promise<void>;
  /**
   * Takes the lease of a run and records its start in one write. Undefined, and nothing written, where the lease was not
   * given back as it should be, or the run is finished: then each is looked at by itself.
   */
  begin(run: Run, claim: LeaseClaim): Promise<Lease | undefined>;
  /**
   * Records how a run ended and gives its lease back in one write. False, and nothing written, where either is not the
   * run's own any more.
   */
  end(run: Run, lease: Lease): Promise<boolean>;
  list(job: string, countMax: number): Promise<readonly Run[]>;
  /** The latest moment as of which a job has begun to change something; ISO. */
  latestApplied(job: string): Promise<string | undefined>;
  /** Moves that moment forward. False, and nothing moved, when it is later already. */
  markApplied(job: string, at: string): Promise<boolean>;
  /** The latest moment as of which a job has sent all that was to be changed; ISO. */
  latestSent(job: string): Promise<string | undefined>;
  /** Moves the moment forward, never back. */
  markSent(job: string, at: string): Promise<void>;
  /** Moves both moments of a job that are later than `after` back to `to`; ISO. What moves them meanwhile stays. */
  moveBack(job: string, span: { readonly after: string; readonly to: string }): Promise<void>;
}

/**
 * Append-only. Entries are written at most once an id: writing an entry again changes nothing. Another entry under an id
 * that is taken is refused. One of a person then stands under an id of its own, as `entry-refused`; a run that is done
 * again may come to other words.
 */
export interface Journal {
  append(entries: readonly JournalEntry[]): Promise<void>;
  /**
   * Entries of a range of days, ascending by time; of some kinds, or about one subject, alone, where these are named.
   * Where there are more than `countMax`: the first ones, or the last of a range with `isFromEnd`.
   */
  list(
    range: DayRange & { readonly isFromEnd?: boolean },
    countMax: number,
    kinds?: readonly JournalKind[],
    subject?: string,
  ): Promise<readonly JournalEntry[]>;
  /**
   * What `read` makes of each entry of some kinds, in their order: a night of a large organization has so many that they
   * are not to be in memory together.
   */
  listAs<T>(range: DayRange, kinds: readonly JournalKind[], read: (entry: JournalEntry) => T): Promise<readonly T[]>;
}

const readPages = { pages: ['PutItem', 'Query'] } as const;

export const runGrants = {
  journal: { journal: ['PutItem'] },
  'journal.list': { journal: ['PutItem', 'Query'] },
  leases: { leases: ['GetItem', 'PutItem', 'UpdateItem'] },
  'leases.tampered': { leases: ['GetItem', 'PutItem', 'Scan', 'UpdateItem'] },
  metricsPages: readPages,
  rosterPages: readPages,
  runs: { runs: ['BatchGetItem', 'PutItem'] },
  'runs.list': { runs: ['BatchGetItem', 'PutItem', 'Query'] },
} as const;
