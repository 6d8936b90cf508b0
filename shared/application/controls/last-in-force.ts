import { fieldsWoken, inForceIn, type LastInForce } from '../../domain/controls/diff/in-force.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { Json, JsonObject } from '../../domain/controls/json.ts';
import type { RevisionStore } from './ports.ts';

/** A switch that was off for longer is taken as never having been on before. */
const revisionsMax = 2_000;

/**
 * What the fields that come into force with a step last were while they were in force, from the stored revisions before
 * it. Nothing is read where no field comes into force.
 */
export async function lastInForce(
  store: RevisionStore,
  previous: RevisionEntry | undefined,
  { before, after }: { readonly before: JsonObject; readonly after: JsonObject },
): Promise<LastInForce> {
  const wanted = new Set(fieldsWoken(before, after));
  const found = new Map<string, Json | undefined>();
  let entry = previous;
  for (let read = 0; read < revisionsMax && entry !== undefined && wanted.size > 0; read += 1) {
    entry = await entryBefore(store, entry);
    const content = entry && (await store.read(entry, latestVersion(entry).digest));
    for (const field of wanted) {
      const state = content === undefined ? neverInForce : inForceIn(content.settings, field);
      if (state.isInForce) {
        found.set(field, state.value);
        wanted.delete(field);
      }
    }
  }
  return found;
}

const neverInForce = { isInForce: false, value: undefined } as const;

async function entryBefore(
  store: RevisionStore,
  { series, revision }: RevisionEntry,
): Promise<RevisionEntry | undefined> {
  const below = await store.findBelow(series, revision);
  return below ?? (series > 1 ? store.findBelow(series - 1, Number.MAX_SAFE_INTEGER) : undefined);
}
