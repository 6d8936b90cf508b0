import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { directEditor } from '../domain/budgets/budget-version.ts';

/** Attribute values as DynamoDB writes them; only what is compared of them matters here. */
const Image = z.record(z.string(), z.unknown());

const Key = z.object({ S: z.string() });

/** One change of a table, as its stream tells it. */
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

/** What Curfew itself adds to a row. */
const stamps = new Set(['version', 'updatedBy', 'updatedAt']);

/** The key of the row of the budgets table that changed; undefined for a row of another table. */
export function budgetRowOf({ dynamodb: { Keys } }: TableChange): { scope: string; window: string } | undefined {
  const { scope, window } = Keys;
  return scope === undefined || window === undefined ? undefined : { scope: scope.S, window: window.S };
}

/** The id of a mail that was written to the outbox; undefined for any other change. */
export function newMailIn({ eventName, dynamodb: { Keys } }: TableChange): string | undefined {
  return eventName === 'INSERT' ? Keys['mailId']?.S : undefined;
}

/**
 * Tells whether a change is one that limits may depend on, or that claims an author: a row that only got its version, as an
 * edit that was made directly, says what it said.
 */
export function changesTerms({ dynamodb: { NewImage = {}, OldImage = {} } }: TableChange): boolean {
  const claimsAuthor = !isDeepStrictEqual(NewImage['updatedBy'], OldImage['updatedBy']) && !isByHand(NewImage);
  return claimsAuthor || !isDeepStrictEqual(unstamped(NewImage), unstamped(OldImage));
}

function isByHand({ updatedBy }: z.output<typeof Image>): boolean {
  return updatedBy === undefined || isDeepStrictEqual(updatedBy, { S: directEditor });
}

function unstamped(image: z.output<typeof Image>) {
  return Object.fromEntries(Object.entries(image).filter(([name]) => !stamps.has(name)));
}
