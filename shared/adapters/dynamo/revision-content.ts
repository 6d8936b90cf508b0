import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import type { Revision } from '../../domain/controls/revision.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
import type { Item } from './stored-item.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Far from the 400 KB that an item may have. */
const pieceCharsMax = 256 * 1024;

/** A revision that takes more memory than this was not written by Curfew. */
const contentBytesMax = 128 * 1024 * 1024;

export const PieceItem = z.object({
  part: z.string(),
  place: z.string(),
  /** How many pieces the content has. */
  pieces: z.int().min(1),
  /** Base64 of a part of the compressed JSON. */
  text: z.string(),
});

const text = z.string().exactOptional();

/** Settings are taken as they are: a schema would drop keys such as `__proto__`, and they are evidence. */
const Content = z.object({
  revision: z.int(),
  settings: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  problems: z.array(z.string()),
  actor: z.object({ id: text, email: text, name: text }),
  updatedAt: z.string(),
});

/** The items that hold one content of a revision, compressed and in pieces. */
export async function pieceItems(part: string, content: Revision): Promise<readonly Item[]> {
  const packed = (await compress(JSON.stringify(content))).toString('base64');
  const count = Math.max(1, Math.ceil(packed.length / pieceCharsMax));
  return Array.from({ length: count }, (_, index) => ({
    part,
    place: String(index).padStart(4, '0'),
    pieces: count,
    text: packed.slice(index * pieceCharsMax, (index + 1) * pieceCharsMax),
  }));
}

/** The content that the pieces hold, which are in their order; undefined while some are missing. */
export async function contentOf(pieces: readonly z.output<typeof PieceItem>[]): Promise<Revision | undefined> {
  const [first] = pieces;
  if (first === undefined || first.pieces !== pieces.length) {
    return undefined;
  }
  const packed = Buffer.from(pieces.map((piece) => piece.text).join(''), 'base64');
  const json = await expand(packed, { maxOutputLength: contentBytesMax });
  return Content.parse(JSON.parse(json.toString()));
}
