import { fieldsWoken, inForceIn } from '../../domain/controls/diff/in-force/in-force.ts';
import type { LastInForce } from '../../domain/controls/diff/judge.ts';
import type { Kept } from '../../domain/controls/diff/in-force/state-in-force.ts';
import { latestVersion, type RevisionEntry } from '../../domain/controls/history/revision-entry.ts';
import type { ContentPlace } from '../../domain/controls/history/watch-state.ts';
import type { JsonObject } from '../../domain/controls/json.ts';
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
  const found =
    previous === undefined ? [] : await lastInForceAt(store, previous, { fields: fieldsWoken(before, after) });
  return new Map([...found].map(([field, { value }]) => [field, value]));
}

/** Which fields are looked for, and which revisions count as not there. */
export interface Search {
  readonly fields: readonly string[];
  readonly isLeftOut?: (entry: RevisionEntry) => boolean;
}

/** The same of any fields, with the content in which each stands. */
export async function lastInForceAt(
  store: RevisionStore,
  previous: RevisionEntry,
  { fields, isLeftOut = () => false }: Search,
): Promise<ReadonlyMap<string, Kept<ContentPlace>>> {
  const wanted = new Set(fields);
  const found = new Map<string, Kept<ContentPlace>>();
  let entry = previous;
  for (let read = 0; read < revisionsMax && wanted.size > 0; read += 1) {
    const before = await entryBefore(store, entry);
    if (before === undefined) {
      break;
    }
    entry = before;
    const { digest } = latestVersion(entry);
    const content = isLeftOut(entry) ? undefined : await store.read(entry, digest);
    if (content === undefined) {
      continue;
    }
    for (const field of wanted) {
      const { isInForce, value } = inForceIn(content.settings, field);
      if (isInForce) {
        found.set(field, { value, place: { series: entry.series, revision: entry.revision, digest } });
        wanted.delete(field);
      }
    }
  }
  return found;
}

async function entryBefore(
  store: RevisionStore,
  { series, revision }: RevisionEntry,
): Promise<RevisionEntry | undefined> {
  return (await store.findBelow(series, revision)) ?? store.findBelow(series - 1, Number.MAX_SAFE_INTEGER);
}
