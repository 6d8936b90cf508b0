import type { Link } from '../../evidence/chain.ts';
import { sha256 } from '../../kernel/sha256.ts';
import type { Observation } from '../../notifications/observation.ts';
import type { Json, JsonObject } from '../json.ts';
import type { WatchState } from './watch-state.ts';

export interface ServedPages {
  readonly count: number;
  readonly isWhole: boolean;
  readonly mark: string;
}

/** A heartbeat with nothing left to do. A later run that finds the same state reads no further tables. */
export interface LastLook {
  readonly version: number;
  readonly served: ServedPages;
  readonly at: string;
  readonly until: string;
  /** Number of the link before the heartbeat: a decision in the meantime changes it. */
  readonly after: number;
}

export function markOfPages(marks: readonly string[]): string {
  return sha256(marks.join(' '));
}

/** The tables are read at least this often, whatever the heartbeats say. */
const lookEveryMs = 60 * 60_000;

/** Returns until when a look at an instant is valid: the next run reports an exception that expires. */
export function countsUntil(at: string, expiries: readonly string[]): string {
  const ends = [Date.parse(at) + lookEveryMs, ...expiries.map((expiry) => Date.parse(expiry))];
  return new Date(Math.min(...ends.filter((end) => end > Date.parse(at)))).toISOString();
}

/** Whether a condition cannot change while the same pages are served and no decision is made. */
export function isOfHistory({ topic }: Observation): boolean {
  return topic === 'controls-loosened' || topic.startsWith('history-');
}

export function lookBody({ served, ...look }: LastLook): JsonObject {
  return { ...look, served: { ...served } };
}

export function lookThatCounts(
  head: Link | undefined,
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
