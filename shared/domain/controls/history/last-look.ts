import type { Observation } from '../../notifications/observation.ts';
import { sha256 } from '../../sha256.ts';
import type { Link } from '../evidence/chain.ts';
import type { Json, JsonObject } from '../json.ts';
import type { WatchState } from './watch-state.ts';

/** What the platform served, as marks of its pages: equal where each page says the same. */
export interface ServedPages {
  readonly count: number;
  /** No page follows them. */
  readonly isWhole: boolean;
  readonly mark: string;
}

/**
 * What a run saw that left nothing to do, as its heartbeat says it. A run that finds the same served, the same watch
 * state, and no link of a decision behind that heartbeat has nothing to do either, and reads no more of the tables.
 */
export interface LastLook {
  /** Version of the watch state. */
  readonly version: number;
  readonly served: ServedPages;
  /** ISO instants: as of when the tables were looked at, and before when it counts. */
  readonly at: string;
  readonly until: string;
  /** Number of the link before the heartbeat: it is another where somebody decided something meanwhile. */
  readonly after: number;
}

/** One mark of the marks of pages that follow each other. */
export function markOfPages(marks: readonly string[]): string {
  return sha256(marks.join(' '));
}

/** The tables are looked at this often, whatever the heartbeats say. */
const lookEveryMs = 60 * 60_000;

/** Until when a look as of an instant counts: an exception that expires is told by the next run. */
export function countsUntil(at: string, expiries: readonly string[]): string {
  const ends = [Date.parse(at) + lookEveryMs, ...expiries.map((expiry) => Date.parse(expiry))];
  return new Date(Math.min(...ends.filter((end) => end > Date.parse(at)))).toISOString();
}

/**
 * Whether nothing new can come of an open condition as long as the same is served and nobody decides anything. What is
 * wrong with the evidence, or with what keeps runs in order, is looked after by every run.
 */
export function isOfHistory({ topic }: Pick<Observation, 'topic'>): boolean {
  return topic === 'controls-loosened' || topic.startsWith('history-');
}

/** The look as the body of a heartbeat carries it. */
export function lookBody({ served, ...look }: LastLook): JsonObject {
  return { ...look, served: { ...served } };
}

/** The look of the newest link, where it still counts at an instant. */
export function lookThatCounts(
  head: Pick<Link, 'body' | 'kind' | 'seq'> | undefined,
  { version, intent, failingSince }: WatchState,
  at: string,
): LastLook | undefined {
  const look = head?.kind === 'run' ? readLook(head.body['look']) : undefined;
  const isQuiet = intent === undefined && failingSince === undefined;
  return isQuiet && look?.after === (head?.seq ?? 0) - 1 && look.version === version && look.at <= at && at < look.until
    ? look
    : undefined;
}

function readLook(value: Json | undefined): LastLook | undefined {
  const { version, served, at, until, after } = fieldsOf(value);
  const { count, isWhole, mark } = fieldsOf(served);
  return typeof version === 'number' &&
    typeof after === 'number' &&
    typeof count === 'number' &&
    typeof isWhole === 'boolean' &&
    typeof mark === 'string' &&
    typeof at === 'string' &&
    typeof until === 'string'
    ? { version, after, at, until, served: { count, isWhole, mark } }
    : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
