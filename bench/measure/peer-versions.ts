import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

const Package = z.object({ version: z.string() });

/** The versions that are installed of libraries, by name. package.json pins them. */
export function versionsOf(names: readonly string[]): Readonly<Record<string, string>> {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules');
  return Object.fromEntries(
    names.map((name) => [
      name,
      Package.parse(JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'))).version,
    ]),
  );
}

/** `ajv 8.20.0, valibot 1.5.0`. */
export function versionsText(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
