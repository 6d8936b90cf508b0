import * as z from 'zod';

import type { LedgerRow } from '../../../domain/ledger/ledger-day.ts';
import { packText, unpackText } from './packed-json.ts';

/**
 * How the rows of a day are kept: docs/decisions/006-the-ledger-in-chunks.md. The first people come into one list, which
 * only ever grows, and for each day there is one item that says by their places in that list who consumed how much. Once
 * that list is full, whoever is new falls into a chunk by their id, with a list and items of its own; and where that is
 * full, into the next part of the chunk. A user stays in one list for good.
 */
const chunkCount = 32;

/** A list is full from here on, in bytes of what it lists; an item has room for that, and as much again for emails that change. */
const listBytesMax = 256 * 1024;

/** Of each chunk: for more people than there are. */
export const partsMax = 1_000;

/** The partition of the lists of users. No day has this name. */
export const namesPartition = 'users';

const text = z.string();
const version = z.int().min(1);

/** A list of users of a chunk. `version` rises with every change. */
export const NamesItem = z.object({ day: z.literal(namesPartition), userId: z.string(), version, text });

/** The rows of a day of a chunk. */
export const RowsItem = z.object({ day: z.iso.date(), userId: z.string(), version, text });

const Names = z.object({ userIds: z.array(z.string().min(1)), emails: z.array(z.string().nullable()) });
const credits = z.int().min(0);
// Half a million numbers of one reading, judged one by one by a schema each, would take as long as all the rest of it.
const wholeNumbers = z.custom<readonly number[]>(
  (given) => Array.isArray(given) && given.every((each) => Number.isSafeInteger(each) && each >= 0),
  'must be a list of whole numbers',
);
const Rows = z.object({ gaps: wholeNumbers, credits: wholeNumbers });

/** A row to be kept; what is not one names its field. */
export const Row = z.object({ userId: z.string().min(1), credits, email: z.string().nullable() });

/** Everybody of a chunk, each under every email that a row of theirs ever had; a place is for good. */
export interface Names {
  readonly userIds: readonly string[];
  readonly emails: readonly (string | null)[];
}

export const noNames: Names = { userIds: [], emails: [] };

/** The key of the list of the first people, and of its items. */
export const firstKey = '#';

/** The key of a part of a chunk; the first part has none but that of its chunk. */
export function partKey(chunk: number, part: number): string {
  return `#${String(chunk).padStart(2, '0')}${part === 0 ? '' : `.${part}`}`;
}

/** Whether nobody new is added to a list any more. It stays so. */
export function isFull(names: Names): boolean {
  return listBytes(names) >= listBytesMax;
}

function listBytes({ userIds, emails }: Names): number {
  return userIds.reduce((sum, userId, place) => sum + nameBytes(userId, emails[place] ?? null), 0);
}

/** With quotes and commas. */
function nameBytes(userId: string, email: string | null): number {
  return Buffer.byteLength(userId) + Buffer.byteLength(email ?? '') + 6;
}

/**
 * Which rows belong to the list of the first people, and which to chunks: `listed` is whom the lists of their chunks
 * know. Whoever is known stays where they are, under whatever email, and whoever is new comes into the first list until
 * that is full.
 */
export function partedByFirst(
  first: Names,
  listed: ReadonlySet<string>,
  rows: readonly LedgerRow[],
): { readonly ofFirst: readonly LedgerRow[]; readonly ofChunks: readonly LedgerRow[] } {
  const known = new Set(first.userIds);
  let bytes = listBytes(first);
  const isOfFirst = ({ userId, email }: LedgerRow): boolean => {
    if (known.has(userId)) {
      return true;
    }
    if (listed.has(userId) || bytes >= listBytesMax) {
      return false;
    }
    bytes += nameBytes(userId, email);
    return true;
  };
  const { ofFirst = [], ofChunks = [] } = Object.groupBy(rows, (row) => (isOfFirst(row) ? 'ofFirst' : 'ofChunks'));
  return { ofFirst, ofChunks };
}

/**
 * The rows of each part of a chunk, in the order of the parts. `lists` are what the parts list: a row belongs to the part
 * that knows its user, under whatever email, and whoever is new to the last one until that is full, and then to a next.
 */
export function partsOf(
  lists: readonly Names[],
  rows: readonly LedgerRow[],
): readonly (readonly [part: number, rows: readonly LedgerRow[]])[] {
  const partOf = new Map(lists.flatMap(({ userIds }, part) => userIds.map((userId) => [userId, part] as const)));
  let last = Math.max(0, lists.length - 1);
  let bytes = listBytes(lists[last] ?? noNames);
  const placed = rows.map((row) => {
    const known = partOf.get(row.userId);
    if (known !== undefined) {
      return { part: known, row };
    }
    [last, bytes] = bytes < listBytesMax ? [last, bytes] : [last + 1, 0];
    bytes += nameBytes(row.userId, row.email);
    return { part: last, row };
  });
  const parts = Map.groupBy(placed, ({ part }) => part);
  return [...parts]
    .toSorted(([a], [b]) => a - b)
    .map(([part, placedRows]) => [part, placedRows.map(({ row }) => row)] as const);
}

/** The chunk of a user, by FNV-1a of the id. It only spreads users over chunks, and must never change: rows are stored. */
export function chunkOf(userId: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < userId.length; index += 1) {
    hash = Math.imul(hash ^ userId.charCodeAt(index), 0x01_00_01_93);
  }
  return (hash >>> 0) % chunkCount;
}

/** The names, with those of some rows that are not there yet after them; the same where none is missing. */
export function namesWith(names: Names, rows: readonly LedgerRow[]): Names {
  const known = new Set(names.userIds.map((userId, place) => nameKey(userId, names.emails[place] ?? null)));
  const missing = rows.filter(({ userId, email }) => !known.has(nameKey(userId, email)));
  return missing.length === 0
    ? names
    : {
        userIds: [...names.userIds, ...missing.map(({ userId }) => userId)],
        emails: [...names.emails, ...missing.map(({ email }) => email)],
      };
}

export async function packNames(names: Names): Promise<string> {
  return packText(names);
}

/** Raises an error for a text that holds no list of names. */
export async function unpackNames(packed: string): Promise<Names> {
  return Names.parse(await unpackText(packed));
}

/** Every row must have its user in the names. */
export async function packRows(rows: readonly LedgerRow[], names: Names): Promise<string> {
  const places = new Map(names.userIds.map((userId, place) => [nameKey(userId, names.emails[place] ?? null), place]));
  const placed = rows
    .map((row) => ({ place: places.get(nameKey(row.userId, row.email)) ?? -1, credits: row.credits }))
    .toSorted((a, b) => a.place - b.place);
  // The distance to the one before, less one: mostly 0, so that who consumed takes next to no room.
  const gaps = placed.map(({ place }, index) => place - (placed[index - 1]?.place ?? -1) - 1);
  return packText({ gaps, credits: placed.map((row) => row.credits) });
}

/** Undefined when the names are too old a list for these rows. */
export async function unpackRows(
  packed: string,
  { userIds, emails }: Names,
): Promise<readonly LedgerRow[] | undefined> {
  const { gaps, credits: used } = Rows.parse(await unpackText(packed));
  const rows: LedgerRow[] = [];
  let place = -1;
  for (const [index, gap] of gaps.entries()) {
    place += gap + 1;
    const userId = userIds[place];
    if (userId === undefined) {
      return undefined;
    }
    rows.push({ userId, credits: used[index] ?? 0, email: emails[place] ?? null });
  }
  return rows;
}

function nameKey(userId: string, email: string | null): string {
  return email === null ? userId : `${userId}\n${email}`;
}
