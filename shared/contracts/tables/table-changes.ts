import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

import type { Grant } from '../../domain/budgets/exemption.ts';
import { directEditor } from '../../domain/records/record-edit.ts';

/** Attribute values as DynamoDB writes them; only what is compared of them matters here. */
const Image = z.record(z.string(), z.unknown());

const Key = z.object({ S: z.string() });

/** One change of a table, as its stream has it. */
export const TableChange = z.object({
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.object({
    SequenceNumber: z.string().min(1),
    Keys: z.record(z.string(), Key),
    NewImage: Image.optional(),
    OldImage: Image.optional(),
  }),
});
export type TableChange = z.output<typeof TableChange>;

/** What a stream hands over at once: DynamoDB and Lambda give at most 10,000 changes. */
export const TableChanges = z.object({ Records: z.array(TableChange).max(10_000) });
export type TableChanges = z.input<typeof TableChanges>;

const grantKinds = ['top-up', 'exemption'] as const satisfies readonly Grant['kind'][];

/** Who a row says made it, or edited it last. */
const authors = ['updatedBy', 'createdBy'] as const;
/** What Curfew itself adds to a row. */
const stamps = new Set<string>(['version', 'updatedAt', ...authors]);

/** The row of a table that people edit which changed; undefined for a row of another table. */
export function editedRowOf({ dynamodb: { Keys } }: TableChange) {
  const { scope, window, name, kind, id } = Keys;
  if (scope !== undefined && window !== undefined) {
    return { table: 'budgets', scope: scope.S, window: window.S } as const;
  }
  if (name !== undefined) {
    return { table: 'teams', name: name.S } as const;
  }
  const grant = grantKinds.find((each) => each === kind?.S);
  return grant === undefined || id === undefined ? undefined : ({ table: 'grants', kind: grant, id: id.S } as const);
}

/** The id of a mail that was written to the outbox; undefined for any other change. */
export function newMailIn({ eventName, dynamodb: { Keys } }: TableChange): string | undefined {
  return eventName === 'INSERT' ? Keys['mailId']?.S : undefined;
}

/**
 * Whether a change is one that limits may depend on, or that claims an author: a row that only got its version, as an
 * edit that was made directly, says what it said.
 */
export function changesTerms({ dynamodb: { NewImage = {}, OldImage = {} } }: TableChange): boolean {
  const claimsAuthor = authors.some(
    (name) => !isDeepStrictEqual(NewImage[name], OldImage[name]) && !isByHand(NewImage[name]),
  );
  return claimsAuthor || !isDeepStrictEqual(unstamped(NewImage), unstamped(OldImage));
}

function isByHand(author: unknown): boolean {
  return author === undefined || isDeepStrictEqual(author, { S: directEditor });
}

function unstamped(image: z.output<typeof Image>) {
  return Object.fromEntries(Object.entries(image).filter(([name]) => !stamps.has(name)));
}
