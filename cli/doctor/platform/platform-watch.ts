import { parseJson, readBody } from '../../../shared/kernel/platform/http/answer/body.ts';
import type { PlatformEvent } from '../../../shared/kernel/platform/http/platform-event.ts';
import {
  documentedFields,
  missingFields,
  newTally,
  tally,
  type FieldTally,
  type MissingField,
} from './documented-fields.ts';

const answersLookedIntoMax = 3;
const bodyBytesMax = 64 * 1024 * 1024;
const namesMax = 50;
const pathCharsMax = 200;
const headerCharsMax = 60;
const limitHeaderPattern = /^(x-)?rate-?limit|^retry-after$/i;

/** What was seen of the platform while it was asked. Names and counts only: no value of a body, no key. */
export interface PlatformWatch {
  /** Every request, by path: how many were sent. */
  readonly calls: ReadonlyMap<string, number>;
  /** What the platform said of its limits, in headers, the last value of each. */
  readonly limitHeaders: ReadonlyMap<string, string>;
  /** Requests that were no GET: refused before anything was sent, and there should be none. */
  readonly refusedToSend: readonly string[];
  /** Answers with status 429. */
  readonly refusedForRate: number;
  readonly longestWaitMs: number;
  /** Fields beyond the document, by endpoint and path. */
  readonly unknownFields: ReadonlySet<string>;
  /** What is wrong with rows that could not be read, by endpoint. */
  readonly unreadable: ReadonlyMap<string, string>;
  missing(): readonly (MissingField & { readonly endpoint: string })[];
  /** Lists that were looked into and had no items: nothing is known of their fields. */
  empty(): readonly string[];
}

export interface WatchedPlatform extends PlatformWatch {
  sent(path: string): void;
  refused(method: string, path: string): void;
  answered(path: string, response: Response): Promise<void>;
  heard(event: PlatformEvent): void;
}

/** Begins to watch; nothing is sent by it. */
export function watchPlatform(): WatchedPlatform {
  const calls = new Map<string, number>();
  const answers = new Map<string, number>();
  const limitHeaders = new Map<string, string>();
  const unknownFields = new Set<string>();
  const unreadable = new Map<string, string>();
  const tallies = new Map<string, readonly FieldTally[]>(
    Object.entries(documentedFields).map(([path, lists]) => [path, lists.map(newTally)]),
  );
  const refusedToSend: string[] = [];
  const state = { refusedForRate: 0, longestWaitMs: 0 };
  return {
    calls,
    limitHeaders,
    unknownFields,
    unreadable,
    refusedToSend,
    get refusedForRate() {
      return state.refusedForRate;
    },
    get longestWaitMs() {
      return state.longestWaitMs;
    },
    missing: () =>
      [...tallies].flatMap(([endpoint, lists]) =>
        lists.flatMap(missingFields).map((missing) => ({ endpoint, ...missing })),
      ),
    empty: () =>
      [...tallies].flatMap(([endpoint, lists]) =>
        answers.has(endpoint) && lists.every(({ items }) => items === 0) ? [endpoint] : [],
      ),
    sent(path) {
      const known = calls.has(path) || calls.size < namesMax ? path.slice(0, pathCharsMax) : '(others)';
      calls.set(known, (calls.get(known) ?? 0) + 1);
    },
    refused(method, path) {
      refusedToSend.push(`${method} ${path}`);
    },
    async answered(path, response) {
      state.refusedForRate += response.status === 429 ? 1 : 0;
      for (const [name, value] of response.headers) {
        if (limitHeaderPattern.test(name) && isHarmless(value)) {
          limitHeaders.set(name, value);
        }
      }
      await lookInto(tallies, answers, { path, response });
    },
    heard(event) {
      if (event.kind === 'retrying') {
        state.longestWaitMs = Math.max(state.longestWaitMs, event.delayMs);
      } else if (event.kind === 'unknown-fields') {
        [...event.fields.keys()]
          .slice(0, Math.max(0, namesMax - unknownFields.size))
          .forEach((field) => unknownFields.add(`${event.endpoint} ${field}`));
      } else if (event.kind === 'rows-quarantined') {
        unreadable.set(event.endpoint, `${event.rows} rows, the first: ${event.firstProblem}`);
      }
    },
  };
}

/** Figures, dates and short words: nothing in it is long enough to be a part of a key. */
function isHarmless(value: string): boolean {
  const words = value.split(/[^\w-]+/);
  return value.length <= headerCharsMax && words.every((word) => word.length < 8 || /^\d{8,13}$/.test(word));
}

/** The first answers of each endpoint are looked into: a second reading of every page would take memory for nothing. */
async function lookInto(
  tallies: ReadonlyMap<string, readonly FieldTally[]>,
  answers: Map<string, number>,
  { path, response }: { readonly path: string; readonly response: Response },
): Promise<void> {
  const endpoint = [...tallies.keys()].find((known) => path.endsWith(known));
  const count = answers.get(endpoint ?? '') ?? 0;
  if (endpoint === undefined || !response.ok || count >= answersLookedIntoMax) {
    return;
  }
  answers.set(endpoint, count + 1);
  const body = await bodyOf(response.clone());
  tallies.get(endpoint)?.forEach((counted) => tally(counted, body));
}

/** What cannot be read, is too long or no JSON is for the client to complain of. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return parseJson(await readBody(response, bodyBytesMax));
  } catch {
    return undefined;
  }
}
