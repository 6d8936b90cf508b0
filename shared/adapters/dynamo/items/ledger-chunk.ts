import * as z from 'zod';
import type { LedgerRow } from '../../../domain/ledger/ledger-day.ts';
import { packText, unpackText } from './packed-json.ts';

/**
 * How the rows of a day are kept: docs/decisions/006-the-ledger-in-chunks.md. Users fall into chunks by their id. A
 * chunk has one list of everybody who was ever in it, which only ever grows, and for each day one item that says by
 * their places in that list who consumed how much.
 */
export const chunkCount = 32;

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

/** The key of a chunk. It sorts like its number. */
export function chunkKey(chunk: number): string {
  return `#${String(chunk).padStart(2, '0')}`;
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
