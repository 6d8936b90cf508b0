import { readFileSync } from 'node:fs';

/** Reads one of the fixtures that were written from the platform's document, for example `session.full`. */
export function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/platform/${name}.json`, import.meta.url), 'utf8'));
}
