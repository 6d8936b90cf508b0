import { parseJson, readBody } from '../../../shared/kernel/platform/http/answer/body.ts';
import type { PlatformEvent } from '../../../shared/kernel/platform/http/platform-event.ts';
import { figureFields } from '../../../shared/ledger/platform/analytics-users.ts';

/** Fields of one list of an answer that platform-api.md names without a `?`. */
interface DocumentedList {
  /** Where the list stands: `data`, or `data[].by_user` for a list in each item of another. */
  readonly path: readonly string[];
  readonly fields: readonly string[];
  /** Those of them without which Curfew can do nothing with an item. */
  readonly needed: readonly string[];
}

/** The answers that the trial looks into, field by field as platform-api.md has them; by path of the endpoint. */
export const documentedFields: Readonly<Record<string, readonly DocumentedList[]>> = {
  '/api/v0/organization/users': [
    {
      path: ['users'],
      fields: ['id', 'email', 'createdAt', 'metadata', 'firstName', 'lastName', 'lastSignInAt'],
      needed: ['id', 'email'],
    },
  ],
  '/api/v1/analytics/tokens': [
    {
      path: ['data'],
      fields: [
        'date',
        'billable_tokens',
        'input_tokens',
        'output_tokens',
        'cache_read_tokens',
        'cache_write_tokens',
        'by_model',
        'by_user',
      ],
      needed: ['date', 'billable_tokens', 'by_user'],
    },
    {
      path: ['data', 'by_user'],
      fields: ['user_id', 'user_email', 'billable_tokens', 'by_model'],
      needed: ['user_id', 'billable_tokens'],
    },
    {
      path: ['data', 'by_model'],
      fields: ['model_id', 'model_tier', 'billable_tokens', 'input_tokens', 'output_tokens'],
      needed: ['model_id', 'billable_tokens'],
    },
  ],
  '/api/v1/analytics/users': [
    {
      path: ['data'],
      fields: [
        'user_id',
        'user_email',
        'date',
        'billable_tokens',
        'primary_model',
        'primary_model_tier',
        ...figureFields,
        'delegation_level',
        'languages',
      ],
      needed: ['user_id', 'date', 'billable_tokens'],
    },
  ],
  '/api/v0/organization/enterprise-controls/history': [
    {
      path: ['changes'],
      fields: ['revision', 'settings', 'user', 'updatedAt'],
      needed: ['revision', 'settings', 'updatedAt'],
    },
  ],
  '/api/organization/maturity-level-reports': [
    {
      path: ['reports'],
      fields: ['reportId', 'createdAt', 'repoUrl', 'apps', 'report'],
      needed: ['reportId', 'createdAt', 'repoUrl', 'apps', 'report'],
    },
  ],
};

/** How often each documented field was there, in the items of one list. */
interface FieldTally {
  readonly list: DocumentedList;
  items: number;
  readonly seen: Map<string, number>;
}

/** A documented field that no item had. */
interface MissingField {
  /** As `data[].by_user[].user_id`. */
  readonly field: string;
  readonly isNeeded: boolean;
}

export function newTally(list: DocumentedList): FieldTally {
  return { list, items: 0, seen: new Map() };
}

/** Counts the items of an answer, and the documented fields in them. An answer without the list counts for nothing. */
export function tally(counted: FieldTally, answer: unknown): void {
  for (const item of itemsAt(answer, counted.list.path)) {
    counted.items += 1;
    for (const field of counted.list.fields.filter((name) => Object.hasOwn(item, name))) {
      counted.seen.set(field, (counted.seen.get(field) ?? 0) + 1);
    }
  }
}

/** The documented fields that no item had; an empty list gives none. */
export function missingFields({ list, items, seen }: FieldTally): readonly MissingField[] {
  if (items === 0) {
    return [];
  }
  const place = list.path.map((step) => `${step}[]`).join('.');
  return list.fields
    .filter((field) => !seen.has(field))
    .map((field) => ({ field: `${place}.${field}`, isNeeded: list.needed.includes(field) }));
}

function itemsAt(value: unknown, path: readonly string[]): readonly object[] {
  return path.reduce<readonly object[]>(
    (items, step) =>
      items.flatMap((item) => {
        const list: unknown = Reflect.get(item, step);
        return Array.isArray(list) ? list.filter(isObject) : [];
      }),
    isObject(value) ? [value] : [],
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const answersLookedIntoMax = 3;
const bodyBytesMax = 64 * 1024 * 1024;
const namesMax = 50;
const pathCharsMax = 200;
const headerCharsMax = 60;
const limitHeaderPattern = /^(x-)?rate-?limit|^retry-after$/i;

/** What was seen of the platform while it was asked. Names and counts only: no value of a body, no key. */
export type PlatformWatch = ReturnType<typeof watchPlatform>;

/** Begins to watch; nothing is sent by it. */
export function watchPlatform() {
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
    /** Requests sent, by path. */
    calls,
    /** The last value of each header on limits. */
    limitHeaders,
    /** Fields beyond the document, by endpoint and path. */
    unknownFields,
    /** What is wrong with rows that could not be read, by endpoint. */
    unreadable,
    /** Requests that were no GET: refused before anything was sent, and there should be none. */
    refusedToSend,
    /** Answers with status 429. */
    get refusedForRate() {
      return state.refusedForRate;
    },
    get longestWaitMs() {
      return state.longestWaitMs;
    },
    missing: (): readonly (MissingField & { readonly endpoint: string })[] =>
      [...tallies].flatMap(([endpoint, lists]) =>
        lists.flatMap(missingFields).map((missing) => ({ endpoint, ...missing })),
      ),
    /** Lists that were looked into and had no items: nothing is known of their fields. */
    empty: (): readonly string[] =>
      [...tallies].flatMap(([endpoint, lists]) =>
        answers.has(endpoint) && lists.every(({ items }) => items === 0) ? [endpoint] : [],
      ),
    sent(path: string): void {
      const known = calls.has(path) || calls.size < namesMax ? path.slice(0, pathCharsMax) : '(others)';
      calls.set(known, (calls.get(known) ?? 0) + 1);
    },
    refused(method: string, path: string): void {
      refusedToSend.push(`${method} ${path}`);
    },
    async answered(path: string, response: Response): Promise<void> {
      state.refusedForRate += response.status === 429 ? 1 : 0;
      for (const [name, value] of response.headers) {
        if (limitHeaderPattern.test(name) && isHarmless(value)) {
          limitHeaders.set(name, value);
        }
      }
      await lookInto(tallies, answers, { path, response });
    },
    heard(event: PlatformEvent): void {
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
