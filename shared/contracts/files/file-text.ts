import type { FileNote } from './file-rows.ts';

export type FileFormat = 'csv' | 'yaml';

const fileBytesMax = 10_000_000;

/** The format that a file's name ends in. */
export function fileFormat(name: string): FileFormat | undefined {
  const [, ending] = /\.(csv|ya?ml)$/i.exec(name) ?? [];
  if (ending === undefined) {
    return undefined;
  }
  return ending.toLowerCase() === 'csv' ? 'csv' : 'yaml';
}

/** The format of a text without a name: a file of rows begins with the names of its columns. */
export function formatWithin(bytes: Uint8Array): FileFormat {
  const start = new TextDecoder().decode(bytes.subarray(0, 100));
  return /^\s*"?[a-z]+"?\s*,/iu.test(start) ? 'csv' : 'yaml';
}

type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly problem: string };

/** The text of a file that an admin wrote, bounded in size. */
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

/** Notes by the line that they name; those on the whole file come first. */
export function inFileOrder(notes: readonly FileNote[]): readonly FileNote[] {
  return notes.toSorted((a, b) => lineOf(a) - lineOf(b));
}

function lineOf({ at }: FileNote): number {
  return Number(/line (\d+)/.exec(at)?.[1] ?? 0);
}
