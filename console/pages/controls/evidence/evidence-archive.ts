import { strToU8, zipSync } from 'fflate';

/** A file of an archive. */
interface ArchivedFile {
  readonly name: string;
  readonly text: string;
}

/** What is in an archive depends on its files alone: the first moment that an archive can name. */
const madeAt = new Date(1980, 0, 1);

/** Several files as one that every system opens (ZIP). */
export function zipOf(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, text }) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: madeAt });
}
