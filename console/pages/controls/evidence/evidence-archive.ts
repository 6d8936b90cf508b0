import { strToU8, zipSync } from 'fflate';

// The script is part of the export: a verifier has nothing else.
export { default as script } from '../../../../docs/verify-export.mjs?raw';

/** A fixed time, so that an archive depends on its files only: the first one ZIP can express. */
const madeAt = new Date(1980, 0, 1);

export function zipOf(files: readonly { readonly name: string; readonly text: string }[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, text }) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: madeAt });
}
