import * as z from 'zod';

import type { Anchor } from './anchors/anchor.ts';
import type { StoredAnchor } from './anchors/check-anchor.ts';

const AnchorRecord = z.object({
  text: z.string().max(4_096),
  signature: z.string().max(1_024),
  key: z.string().max(128),
});

/** An anchor as JSON: a line in a file, or an object in a bucket. */
export function writeAnchor({ text, signature, key }: Anchor): string {
  return JSON.stringify({ text, signature, key });
}

/** Undefined when it is not an anchor. */
export function readAnchor(json: string): Anchor | undefined {
  const read = AnchorRecord.safeParse(parsed(json));
  return read.success ? read.data : undefined;
}

export function readAnchorLines(text: string): readonly StoredAnchor[] {
  const { whole, rest } = partedLines(text);
  const lines = [...whole.split('\n'), ...(readAnchor(rest) === undefined ? [] : [rest])];
  return lines
    .map((line, index) => ({ place: `line ${index + 1}`, line: line.trim() }))
    .filter(({ line }) => line !== '')
    .map(({ place, line }) => ({ place, anchor: readAnchor(line) }));
}

/** A last line without a line end was cut off during writing; unless it parses, it never was an anchor. */
export function partedLines(text: string): { readonly whole: string; readonly rest: string } {
  const end = text.lastIndexOf('\n') + 1;
  return { whole: text.slice(0, end), rest: text.slice(end) };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
