import type { FileNote } from './file-rows.ts';

export type FileFormat = 'csv' | 'yaml';

const fileBytesMax = 10_000_000;

/** The format by the file extension. */
export function fileFormat(name: string): FileFormat | undefined {
  const [, ending] = /\.(csv|ya?ml)$/i.exec(name) ?? [];
  if (ending === undefined) {
    return undefined;
  }
  return ending.toLowerCase() === 'csv' ? 'csv' : 'yaml';
}

/** The format of text without a file name: rows begin with column names. */
export function formatWithin(bytes: Uint8Array): FileFormat {
  const start = new TextDecoder().decode(bytes.subarray(0, 100));
  return /^\s*"?[a-z]+"?\s*,/iu.test(start) ? 'csv' : 'yaml';
}

type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** Decodes a file of limited size. */
export function textOfFile(bytes: Uint8Array): FileText {
  if (bytes.length > fileBytesMax) {
    return { kind: 'refused', problem: `the file is larger than ${fileBytesMax / 1_000_000} MB; split it` };
  }
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { kind: 'refused', problem: 'the file is not UTF-8 text; save it as UTF-8' };
  }
}

/** Notes on the whole file first, then by line. */
export function inFileOrder(notes: readonly FileNote[]): readonly FileNote[] {
  return notes.toSorted((a, b) => lineOf(a) - lineOf(b));
}

function lineOf({ at }: FileNote): number {
  return Number(/line (\d+)/.exec(at)?.[1] ?? 0);
}
