import * as z from 'zod';

import { packText, unpackText } from '../../kernel/store/packed-json.ts';
import type { LedgerRow } from '../ledger-day.ts';

/**
 * How the rows of a day are stored: docs/decisions/006-the-ledger-in-chunks.md. The first users share one append-only
 * list; each day has one item that gives credits by place in that list. Once the list is full, new users go to a chunk
 * by their id, with its own list and items, and once that is full, to the chunk's next part. A user never changes
 * lists.
 */
const chunkCount = 32;

/** A list is full at this many bytes; an item has room for twice that, for changed emails. */
const listBytesMax = 256 * 1024;

/** Per chunk: for more users than exist. */
export const partsMax = 1_000;

/** The partition of user lists; no day has this name. */
export const namesPartition = 'users';

const text = z.string();
const version = z.int().min(1);

/** A user list of a chunk. `version` rises with every change. */
export const NamesItem = z.object({ day: z.literal(namesPartition), userId: z.string(), version, text });

export const RowsItem = z.object({ day: z.iso.date(), userId: z.string(), version, text });

const Names = z.object({ userIds: z.array(z.string().min(1)), emails: z.array(z.string().nullable()) });
const credits = z.int().min(0);
// One schema per number would double the time for half a million numbers.
const wholeNumbers = z.custom<readonly number[]>(
  (given) => Array.isArray(given) && given.every((each) => Number.isSafeInteger(each) && each >= 0),
  'must be a list of whole numbers',
);
const Rows = z.object({ gaps: wholeNumbers, credits: wholeNumbers });

/** A row to store; an invalid one names its field. */
export const Row = z.object({ userId: z.string().min(1), credits, email: z.string().nullable() });

/** The users of a chunk, each under every email they ever had; a place is permanent. */
export interface ChunkNames {
  readonly userIds: readonly string[];
  readonly emails: readonly (string | null)[];
}

export const noNames: ChunkNames = { userIds: [], emails: [] };

export const firstKey = '#';

/** The key of a part of a chunk; the first part has the chunk's own. */
export function partKey(chunk: number, part: number): string {
  return `#${String(chunk).padStart(2, '0')}${part === 0 ? '' : `.${part}`}`;
}

/** Whether a list takes no new users. Permanent. */
export function isFull(names: ChunkNames): boolean {
  return listBytes(names) >= listBytesMax;
}

function listBytes({ userIds, emails }: ChunkNames): number {
  return userIds.reduce((sum, userId, place) => sum + nameBytes(userId, emails[place] ?? null), 0);
}

/** With quotes and commas. */
function nameBytes(userId: string, email: string | null): number {
  return Buffer.byteLength(userId) + Buffer.byteLength(email ?? '') + 6;
}

/**
 * Splits rows between the first list and chunks; `listed` holds the users in chunk lists. A known user stays, under any
 * email; a new one joins the first list until it is full.
 */
export function partedByFirst(
  first: ChunkNames,
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
 * The rows of each part of a chunk, in part order. `lists`: the parts' users. A row belongs to the part that knows its
 * user, under any email; new users join the last part until it is full, then the next.
 */
export function partsOf(
  lists: readonly ChunkNames[],
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

/** The chunk of a user: FNV-1a of the id. It must never change, since rows are stored by it. */
export function chunkOf(userId: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < userId.length; index += 1) {
    hash = Math.imul(hash ^ userId.charCodeAt(index), 0x01_00_01_93);
  }
  return (hash >>> 0) % chunkCount;
}

/** The names plus new ones of some rows; the same object when none is new. */
export function namesWith(names: ChunkNames, rows: readonly LedgerRow[]): ChunkNames {
  const known = new Set(names.userIds.map((userId, place) => nameKey(userId, names.emails[place] ?? null)));
  const missing = rows.filter(({ userId, email }) => !known.has(nameKey(userId, email)));
  return missing.length === 0
    ? names
    : {
        userIds: [...names.userIds, ...missing.map(({ userId }) => userId)],
        emails: [...names.emails, ...missing.map(({ email }) => email)],
      };
}

export async function packNames(names: ChunkNames): Promise<string> {
  return packText(names);
}

/** Throws when the text holds no list of names. */
export async function unpackNames(packed: string): Promise<ChunkNames> {
  return Names.parse(await unpackText(packed));
}

/** The names must contain every row's user. */
export async function packRows(rows: readonly LedgerRow[], names: ChunkNames): Promise<string> {
  const places = new Map(names.userIds.map((userId, place) => [nameKey(userId, names.emails[place] ?? null), place]));
  const placed = rows
    .map((row) => ({ place: places.get(nameKey(row.userId, row.email)) ?? -1, credits: row.credits }))
    .toSorted((a, b) => a.place - b.place);
  // The gap to the previous place, less one: mostly 0, which compresses well.
  const gaps = placed.map(({ place }, index) => place - (placed[index - 1]?.place ?? -1) - 1);
  return packText({ gaps, credits: placed.map((row) => row.credits) });
}

/** Undefined when the list is too old for these rows. */
export async function unpackRows(
  packed: string,
  { userIds, emails }: ChunkNames,
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
