import * as z from 'zod';

import { invariant } from '../../shared/kernel/invariant.ts';
import type { Field } from '../../shared/kernel/records/contract/record.ts';

/** Texts of every form that a field may want; which of them a field takes, its schema says. */
const texts = [
  'further-fields',
  'parquet',
  'org',
  'team:web',
  'team:ops',
  'user:ann@acme.example',
  'user:bob@acme.example',
  'ann@acme.example',
  'bob@acme.example',
  '2026-03-20',
  '2026-03-28',
  '2026-03-16T08:00:00Z',
  '2026-03-20T08:00:00Z',
  '2026-03-28T08:00:00Z',
  '2026-03-30T08:00:00Z',
  'sandbox.enabled',
  'a first text',
  'another text',
  'UTC',
  'Europe/Vienna',
  '08:00',
  '16:30',
  'https://git.example/acme/billing',
  'https://git.example/acme/shop',
  '6f1c2a34-0b5d-4c7e-9a1f-2d3e4f5a6b7c',
  '2026-01-01 12.50 EUR',
  '2026-04-01 11 USD',
  's3://figures/curfew',
  's3://figures/other',
];
const numbers = [1, 2, 7, 100];
const plainTexts: readonly unknown[] = [
  ...texts,
  ...numbers,
  true,
  false,
  'unlimited',
  'strict',
  'propose',
  'act',
  'shadow',
  'on',
  'seen',
  'everybody',
  'money',
  'both',
  1.5,
  0.25,
  0.5,
];
const lists: readonly unknown[] = [...texts, ...numbers].flatMap((value, index, all) => [
  [value],
  [value, all[index + 1]],
]);

/** Lists and maps of several fields. */
const structures: readonly unknown[] = ['08:00', '16:30'].flatMap((time) => [
  [{ from: time, until: '20:00' }],
  [{ severities: ['low'], at: time }],
  { [`field of ${time}`]: { severity: 'low' } },
  { [`team of ${time}`]: ['ann@acme.example'] },
  { [`role/At-${time.slice(0, 2)}`]: 'nobody' },
]);

const samplesMax = 6;

/**
 * Some plain values that a field takes, found by its schema: a new field needs no word here unless its texts have a new
 * form. `isTaken` tells whether a record takes such a value beside the others that it has.
 */
export function samplesOf(
  { schema, isOptional, help }: Pick<Field, 'schema' | 'isOptional' | 'help'>,
  isTaken: (value: unknown) => boolean,
): readonly unknown[] {
  const candidates = [...wordsIn(schema), ...plainTexts, ...lists, ...structures];
  const taken = candidates.filter((value) => schema.safeParse(value).success && isTaken(value));
  const samples = [...new Map(taken.map((value) => [JSON.stringify(value), value])).values()];
  // Being there or not is a difference, too.
  const samplesMin = isOptional === true ? 1 : 2;
  invariant(
    samples.length >= samplesMin,
    `there are values for each field: add a text of its form to the list above: ${help}`,
  );
  return samples.slice(0, samplesMax);
}

/** The words of an enumeration, and of one inside a list or a default. */
function wordsIn(schema: z.ZodType): readonly unknown[] {
  const json: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const found: unknown[] = [];
  JSON.stringify(json, (key, value: unknown) => {
    if (key === 'enum' && Array.isArray(value)) {
      found.push(...value, ...value.map((word: unknown) => [word]));
    }
    if (key === 'const') {
      found.push(value, [value]);
    }
    return value;
  });
  return found;
}
