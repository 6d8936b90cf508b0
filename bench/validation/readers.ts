import { Ajv } from 'ajv';
import * as v from 'valibot';

import { parseJson } from '../../shared/kernel/platform/http/answer/body.ts';
import type { Answer, PlatformCall } from '../../shared/kernel/platform/http/call.ts';
import type { PlatformHttp } from '../../shared/kernel/platform/http/http.ts';
import { DEFAULT_LIMITS } from '../../shared/kernel/platform/http/limits.ts';
import { createFindings } from '../../shared/kernel/platform/reading/findings.ts';
import { countUnknownFields } from '../../shared/kernel/platform/reading/unknown-fields.ts';
import { figureFields, listUserMetrics } from '../../shared/ledger/platform/analytics-users.ts';

/** What came of a page: the rows that can be used, and how many are set aside and named with what is wrong. */
interface Reading {
  readonly rows: number;
  readonly named: number;
}

type Reader = (text: string) => Reading | Promise<Reading>;

export const ownName = 'ours: zod, row by row';
export const floorName = 'JSON.parse alone';

/** The rules of `shared/kernel/platform/reading/fields.ts`, as the peers take them. */
const identifierPattern = String.raw`^[^\p{Cc}\uFFFD]+$`;
/** A day that the calendar has: 30 of April, 29 of February in leap years. */
const dayPattern =
  String.raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|` +
  String.raw`\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))$`;

const noRows: Reading = { rows: 0, named: 0 };

export const readers: Readonly<Record<string, Reader>> = {
  // The floor: nothing is checked, so that a broken row goes on as if it were none.
  [floorName]: (text) => ({ rows: (JSON.parse(text) as { readonly data: readonly unknown[] }).data.length, named: 0 }),
  ...ajvReaders(),
  ...valibotReaders(),
  [ownName]: readOurs,
};

function ajvReaders(): Readonly<Record<string, Reader>> {
  const figure = { type: ['number', 'null'] };
  const words = { type: ['string', 'null'] };
  const row = {
    type: 'object',
    required: ['user_id', 'date', 'billable_tokens'],
    properties: {
      user_id: { type: 'string', minLength: 1, maxLength: 512, pattern: identifierPattern },
      user_email: words,
      date: { type: 'string', pattern: dayPattern },
      billable_tokens: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      primary_model: words,
      primary_model_tier: words,
      delegation_level: words,
      languages: { type: ['array', 'null'], items: { type: 'string' } },
      ...Object.fromEntries(figureFields.map((name) => [name, figure])),
    },
  };
  const meta = {
    type: 'object',
    required: ['has_more'],
    properties: { has_more: { type: 'boolean' }, next_cursor: words },
  };
  const page = (items: object) => ({
    type: 'object',
    required: ['data', 'meta'],
    properties: { data: { type: 'array', items }, meta },
  });
  // Ajv's own counsel for the fastest check is to compile once and to stop at the first error, which is its default.
  const ajv = new Ajv({ allowUnionTypes: true });
  const isWholePage = ajv.compile<{ readonly data: readonly unknown[] }>(page(row));
  const isPage = ajv.compile<{ readonly data: readonly unknown[] }>(page({}));
  const isRow = ajv.compile(row);
  return {
    'ajv, whole page': (text) => {
      const value: unknown = JSON.parse(text);
      return isWholePage(value) ? { rows: value.data.length, named: 0 } : noRows;
    },
    'ajv, row by row': (text) => {
      const value: unknown = JSON.parse(text);
      return isPage(value)
        ? readRows(value.data, (each) =>
            isRow(each) ? undefined : `${isRow.errors?.[0]?.instancePath}: ${isRow.errors?.[0]?.message}`,
          )
        : noRows;
    },
  };
}

function valibotReaders(): Readonly<Record<string, Reader>> {
  const words = v.nullish(v.string());
  const row = v.object({
    user_id: v.pipe(v.string(), v.minLength(1), v.maxLength(512), v.regex(new RegExp(identifierPattern, 'u'))),
    user_email: words,
    date: v.pipe(v.string(), v.regex(new RegExp(dayPattern, 'u'))),
    billable_tokens: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    primary_model: words,
    primary_model_tier: words,
    delegation_level: words,
    languages: v.nullish(v.array(v.string())),
    ...v.entriesFromList(figureFields, v.nullish(v.number())),
  });
  const meta = v.object({ has_more: v.boolean(), next_cursor: words });
  const wholePage = v.object({ data: v.array(row), meta });
  const page = v.object({ data: v.array(v.unknown()), meta });
  return {
    'valibot, whole page': (text) => {
      const read = v.safeParse(wholePage, JSON.parse(text));
      return read.success ? { rows: read.output.data.length, named: 0 } : noRows;
    },
    'valibot, row by row': (text) => {
      const read = v.safeParse(page, JSON.parse(text));
      return read.success
        ? readRows(read.output.data, (each) => {
            const one = v.safeParse(row, each, { abortEarly: true });
            return one.success ? undefined : `${v.getDotPath(one.issues[0])}: ${one.issues[0].message}`;
          })
        : noRows;
    },
  };
}

function readRows(data: readonly unknown[], problemOf: (row: unknown) => string | undefined): Reading {
  const problems: string[] = [];
  const rows = data.filter((each, index) => {
    const problem = problemOf(each);
    if (problem !== undefined) {
      problems.push(`data[${index}]${problem}`);
    }
    return problem === undefined;
  });
  return { rows: rows.length, named: problems.length };
}

/**
 * A page through our own reader of `/analytics/users`, network left out: broken rows are set aside with their names,
 * fields that the document does not show are counted, and repeated rows are noticed.
 */
async function readOurs(text: string): Promise<Reading> {
  const range = { startDate: '2026-05-14', endDate: '2026-05-14', limit: 100 };
  const page = await listUserMetrics(answering(text), range).next();
  return page.done === true
    ? { rows: 0, named: 0 }
    : { rows: page.value.rows.length, named: page.value.quarantined.length };
}

function answering(text: string): PlatformHttp {
  return {
    limits: DEFAULT_LIMITS,
    asOf: () => Date.parse('2026-05-15T02:30:00Z'),
    lastSkewMs: () => undefined,
    request: async <T>(call: PlatformCall<T>): Promise<Answer<T>> => {
      const json = parseJson(text);
      const value = call.schema.parse(json);
      const findings = createFindings('users', () => {});
      countUnknownFields(call.schema, json, { path: '', count: findings.countUnknown });
      return Promise.resolve({ value, findings, malformed: refuse });
    },
  };
}

function refuse(problem: string): never {
  throw new Error(problem);
}
