import { Ajv } from 'ajv';

import { figureFields } from '../../shared/ledger/platform/analytics-users.ts';
import type { Reading } from './reader.ts';
import { identifierPattern, dayPattern } from './row-rules.ts';

const figure = { type: ['number', 'null'] };
const row = {
  type: 'object',
  required: ['user_id', 'date', 'billable_tokens'],
  properties: {
    user_id: { type: 'string', minLength: 1, maxLength: 512, pattern: identifierPattern },
    user_email: { type: ['string', 'null'] },
    date: { type: 'string', pattern: dayPattern },
    billable_tokens: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    primary_model: { type: ['string', 'null'] },
    primary_model_tier: { type: ['string', 'null'] },
    delegation_level: { type: ['string', 'null'] },
    languages: { type: ['array', 'null'], items: { type: 'string' } },
    ...Object.fromEntries(figureFields.map((name) => [name, figure])),
  },
};
const page = (items: object) => ({
  type: 'object',
  required: ['data', 'meta'],
  properties: {
    data: { type: 'array', items },
    meta: {
      type: 'object',
      required: ['has_more'],
      properties: { has_more: { type: 'boolean' }, next_cursor: { type: ['string', 'null'] } },
    },
  },
});

interface Page {
  readonly data: readonly unknown[];
}

// Ajv's own counsel for the fastest check is to compile once and to stop at the first error, which is its default.
const ajv = new Ajv({ allowUnionTypes: true });
const isWholePage = ajv.compile<Page>(page(row));
const isPage = ajv.compile<Page>(page({}));
const isRow = ajv.compile(row);

/** As its guide has it: one schema for the whole answer. */
export function readWholeWithAjv(text: string): Reading {
  const value: unknown = JSON.parse(text);
  return isWholePage(value) ? { rows: value.data.length, named: 0 } : { rows: 0, named: 0 };
}

/** Row by row, as we do it: what is wrong is set aside. */
export function readRowsWithAjv(text: string): Reading {
  const value: unknown = JSON.parse(text);
  if (!isPage(value)) {
    return { rows: 0, named: 0 };
  }
  const problems: string[] = [];
  const rows = value.data.filter((each, index) => {
    const isValid = isRow(each);
    if (!isValid) {
      problems.push(`data[${index}]${isRow.errors?.[0]?.instancePath}: ${isRow.errors?.[0]?.message}`);
    }
    return isValid;
  });
  return { rows: rows.length, named: problems.length };
}
