import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program. */
export function versionOfThis(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return /"version": "([^"]+)"/u.exec(text)?.[1] ?? 'unknown';
}
