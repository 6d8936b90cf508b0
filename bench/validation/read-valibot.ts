import * as v from 'valibot';

import { figureFields } from '../../shared/ledger/platform/analytics-users.ts';
import type { Reading } from './reader.ts';
import { dayPattern, identifierPattern } from './row-rules.ts';

const figure = v.nullish(v.number());
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
  ...v.entriesFromList(figureFields, figure),
});
const meta = v.object({ has_more: v.boolean(), next_cursor: words });
const wholePage = v.object({ data: v.array(row), meta });
const page = v.object({ data: v.array(v.unknown()), meta });

/** As its guide has it: one schema for the whole answer. */
export function readWholeWithValibot(text: string): Reading {
  const read = v.safeParse(wholePage, JSON.parse(text));
  return read.success ? { rows: read.output.data.length, named: 0 } : { rows: 0, named: 0 };
}

/** Row by row, as we do it: what is wrong is set aside. */
export function readRowsWithValibot(text: string): Reading {
  const read = v.safeParse(page, JSON.parse(text));
  if (!read.success) {
    return { rows: 0, named: 0 };
  }
  const problems: string[] = [];
  const rows = read.output.data.filter((each, index) => {
    const one = v.safeParse(row, each, { abortEarly: true });
    if (!one.success) {
      problems.push(`data[${index}].${v.getDotPath(one.issues[0])}: ${one.issues[0].message}`);
    }
    return one.success;
  });
  return { rows: rows.length, named: problems.length };
}
