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
export interface FieldTally {
  readonly list: DocumentedList;
  items: number;
  readonly seen: Map<string, number>;
}

/** A documented field that no item had. */
export interface MissingField {
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

/** The documented fields that none of the items had; nothing is said of a list that was empty. */
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
