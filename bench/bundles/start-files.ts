import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a built function that each start reads, by name; what is imported later is not among them. */
export function startFiles(folder: string): readonly string[] {
  const found = new Set(['index.mjs']);
  // A set is walked with what is added meanwhile.
  for (const file of found) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.mjs)"/gu)) {
      found.add(name);
    }
  }
  return [...found];
}

/** How much each start of a built function reads, in bytes. */
export function startBytes(folder: string): number {
  return startFiles(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}
