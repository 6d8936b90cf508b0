import type { Json } from '../../json.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { MapShape } from '../catalogue/field-rule.ts';
import { findingAt } from '../finding-at.ts';
import type { Finding } from '../finding.ts';
import type { Place } from '../place.ts';
import { isTree, isUnset, keysOf, memberOf } from '../tree.ts';
import { describeEntry } from '../words/describe-entry.ts';
import { verdictOnAutonomy } from './entries/autonomy-entry.ts';
import type { Entry, EntryVerdict } from './entries/entry.ts';
import { verdictOnMarketplace } from './entries/marketplace-entry.ts';
import { verdictOnPlain, verdictOnSecretEntry } from './entries/plain-entry.ts';
import { verdictOnPlugin } from './entries/plugin-entry.ts';
import { verdictOnUserModels } from './entries/user-models-entry.ts';
import { illTyped } from './ill-typed.ts';

const judges = {
  autonomy: verdictOnAutonomy,
  plugin: verdictOnPlugin,
  marketplace: verdictOnMarketplace,
  'user-models': verdictOnUserModels,
  secret: verdictOnSecretEntry,
  plain: verdictOnPlain,
} as const satisfies Record<MapShape['entries'], (entry: Entry) => EntryVerdict>;

/** Compares a map entry by entry, each under its own name. */
export function compareMap(place: Place<MapShape>): readonly Finding[] {
  const { shape, before, after, path } = place;
  if (!isTreeOrUnset(before) || !isTreeOrUnset(after)) {
    return illTyped(place);
  }
  return keysOf(before, after).flatMap((name) => {
    const values = { before: memberOf(before, name), after: memberOf(after, name) };
    if (areAlike(values.before, values.after)) {
      return [];
    }
    const verdict = judges[shape.entries]({ name, ...values, shape, context: place.context });
    const words = { was: describeEntry(values.before), is: describeEntry(values.after) };
    const moved = {
      added: isUnset(values.before) ? [name] : [],
      removed: isUnset(values.after) ? [name] : [],
    };
    return [findingAt({ ...place, ...values, path: `${path}[${name}]` }, { ...moved, ...words, ...verdict })];
  });
}

function areAlike(before: Json | undefined, after: Json | undefined): boolean {
  return canonicalJson(before ?? null) === canonicalJson(after ?? null);
}

function isTreeOrUnset(value: Json | undefined): boolean {
  return isUnset(value) || isTree(value);
}
