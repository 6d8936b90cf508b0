import { isUnset } from '../../controls/json.ts';
import type { MapShape } from '../catalogue/field-rule.ts';
import { findingAt, formatOnlyAt, illTyped, type Finding, type Verdict } from '../finding.ts';
import type { Place, MapEntry } from '../place.ts';
import { areAlike, keysOf, memberOf, isTreeOrUnset } from '../tree.ts';
import { describeEntry } from '../words/describe-value.ts';
import { verdictOnAutonomy } from './autonomy/autonomy-entry.ts';
import { verdictOnMarketplace } from './entries/marketplace-entry.ts';
import { verdictOnPlain, verdictOnSecretEntry, verdictOnPlugin } from './entries/plain-entry.ts';
import { verdictOnUserModels } from './entries/user-models-entry.ts';

const judges = {
  autonomy: verdictOnAutonomy,
  plugin: verdictOnPlugin,
  marketplace: verdictOnMarketplace,
  'user-models': verdictOnUserModels,
  secret: verdictOnSecretEntry,
  plain: verdictOnPlain,
} as const satisfies Record<MapShape['entries'], (entry: MapEntry) => Verdict>;

export function compareMap(place: Place<MapShape>): readonly Finding[] {
  const { before, after } = place;
  if (!isTreeOrUnset(before) || !isTreeOrUnset(after)) {
    return illTyped(place);
  }
  return keysOf(before, after).flatMap((name) => compareEntry(place, name));
}

function compareEntry(place: Place<MapShape>, name: string): readonly Finding[] {
  const [before, after] = [memberOf(place.before, name), memberOf(place.after, name)];
  const at = { ...place, path: `${place.path}[${name}]`, before, after };
  if (areAlike(before, after)) {
    return before === after || (before !== undefined && after !== undefined) ? [] : [formatOnlyAt(at)];
  }
  const verdict = judges[place.shape.entries]({ name, before, after, shape: place.shape, context: place.context });
  const moved = { added: isUnset(before) ? [name] : [], removed: isUnset(after) ? [name] : [] };
  return [findingAt(at, { was: describeEntry(before), is: describeEntry(after), ...moved, ...verdict })];
}
