import { isDeepStrictEqual } from 'node:util';

import * as z from 'zod';

import type { Grant } from '../../grants/exemption.ts';
import { directEditor } from '../records/record-edit.ts';

/** DynamoDB attribute values; they are only compared. */
const Image = z.record(z.string(), z.unknown());

const Key = z.object({ S: z.string() });

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

/** DynamoDB and Lambda deliver at most 10,000 changes at once. */
export const TableChanges = z.object({ Records: z.array(TableChange).max(10_000) });
export type TableChanges = z.input<typeof TableChanges>;

const grantKinds = ['top-up', 'exemption'] as const satisfies readonly Grant['kind'][];

const authors = ['updatedBy', 'createdBy'] as const;
const stamps = new Set<string>(['version', 'updatedAt', ...authors]);

/** The changed row of an editable table; undefined for other tables. */
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

/** The id of a new mail in the outbox; undefined for other changes. */
export function newMailIn({ eventName, dynamodb: { Keys } }: TableChange): string | undefined {
  return eventName === 'INSERT' ? Keys['mailId']?.S : undefined;
}

/** Whether a change may affect limits or claims an author. A direct edit's row that only got its version does not. */
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
