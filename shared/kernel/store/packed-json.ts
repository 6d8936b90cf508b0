import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';

import * as z from 'zod';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Far below DynamoDB's 400 KB. */
const pieceCharsMax = 256 * 1024;

/** For so little, another thread takes several times as long. */
const smallCharsMax = 16 * 1024;

/** Curfew writes nothing larger. */
const jsonBytesMax = 128 * 1024 * 1024;

export const pieceFields = {
  pieces: z.int().min(1),
  /** Base64 of a part of the compressed JSON. */
  text: z.string(),
} as const;

export interface PackedPiece {
  readonly pieces: number;
  readonly text: string;
}

/** A value as base64 of compressed JSON. */
export async function packText(value: unknown): Promise<string> {
  return (await compress(JSON.stringify(value))).toString('base64');
}

export async function unpackText(text: string): Promise<unknown> {
  const packed = Buffer.from(text, 'base64');
  const limits = { maxOutputLength: jsonBytesMax };
  const json = text.length > smallCharsMax ? await expand(packed, limits) : gunzipSync(packed, limits);
  return JSON.parse(json.toString()) as unknown;
}

/** A value that may exceed an item, as compressed JSON in pieces. */
export async function packJson(value: unknown): Promise<readonly PackedPiece[]> {
  const packed = await packText(value);
  const pieces = Math.max(1, Math.ceil(packed.length / pieceCharsMax));
  return Array.from({ length: pieces }, (_, index) => ({
    pieces,
    text: packed.slice(index * pieceCharsMax, (index + 1) * pieceCharsMax),
  }));
}

/** The value of ordered pieces; undefined while some are missing. */
export async function unpackJson(pieces: readonly PackedPiece[]): Promise<unknown> {
  const [first] = pieces;
  if (first === undefined || first.pieces !== pieces.length) {
    return undefined;
  }
  return unpackText(pieces.map(({ text }) => text).join(''));
}

export function placeOfPiece(index: number): string {
  return String(index).padStart(4, '0');
}
