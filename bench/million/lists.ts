import { chunkOf, noNames, namesWith, packNames, partsOf } from '../../shared/adapters/dynamo/items/ledger-chunk.ts';
import { personOf } from './person.ts';

/** How the people of one chunk of the ledger are listed. */
export interface ChunkLists {
  readonly people: number;
  /** Of one list with all of them, as an item would hold it. */
  readonly oneListKb: number;
  readonly parts: number;
  readonly largestPartKb: number;
}

/** Lists the people of the first chunk. */
export async function listsOf(users: number): Promise<ChunkLists> {
  const rows = Array.from({ length: users }, (_, index) => ({ ...personOf(index), credits: 0 })).filter(
    ({ userId }) => chunkOf(userId) === 0,
  );
  const kbOf = async (people: typeof rows) => (await packNames(namesWith(noNames, people))).length / 1_024;
  const parts = partsOf([], rows);
  const sizes = await Promise.all(parts.map(async ([, own]) => kbOf([...own] as typeof rows)));
  return {
    people: rows.length,
    oneListKb: await kbOf(rows),
    parts: parts.length,
    largestPartKb: Math.max(...sizes),
  };
}
