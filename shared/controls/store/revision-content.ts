import * as z from 'zod';

import { packJson, pieceFields, placeOfPiece, unpackJson, type PackedPiece } from '../../kernel/store/packed-json.ts';
import { type Item, storing } from '../../kernel/store/stored-item.ts';
import type { JsonObject } from '../json.ts';
import type { Revision } from '../revision.ts';

export const PieceItem = z.object({ part: z.string(), place: z.string(), ...pieceFields });

const text = z.string().optional();

/** Stored unparsed: a schema would drop keys such as `__proto__`, and this is evidence. */
export const SettingsValue = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const Content = storing<Revision>()(
  z.object({
    revision: z.int(),
    settings: SettingsValue,
    problems: z.array(z.string()),
    actor: z.object({ id: text, email: text, name: text }),
    updatedAt: z.string(),
    redaction: z.int().optional(),
  }),
);

/** The items of one revision content, compressed, in pieces. */
export async function pieceItems(part: string, content: Revision): Promise<readonly Item[]> {
  const pieces = await packJson(content);
  return pieces.map((piece, index) => ({ part, place: placeOfPiece(index), ...piece }));
}

/** The content of ordered pieces; undefined while some are missing. */
export async function contentOf(pieces: readonly PackedPiece[]): Promise<Revision | undefined> {
  const content = await unpackJson(pieces);
  return content === undefined ? undefined : Content.parse(content);
}
