import { canonicalJson } from '../../../canonical-json.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { isTree, isUnset } from '../../tree.ts';
import { quoted } from '../../words/name-list.ts';
import type { Entry, EntryVerdict } from './entry.ts';

/** Fields that pin a marketplace to one state of its source. */
const pins: ReadonlySet<string> = new Set([
  'ref',
  'rev',
  'revision',
  'sha',
  'commit',
  'tag',
  'version',
  'pin',
  'checksum',
  'integrity',
]);

/** How many layers of an entry are searched for a pin. */
const layersMax = 8;

/** A marketplace is a place that plugins are installed from. */
export function verdictOnMarketplace({ name, before, after, shape }: Entry): EntryVerdict {
  const place = `the marketplace ${quoted(name)}`;
  if (isUnset(before)) {
    return { direction: 'loosened', severity: shape.severity, effect: `Plugins may now be installed from ${place}.` };
  }
  if (isUnset(after)) {
    return { direction: 'tightened', severity: 'info', effect: `Plugins are no longer offered from ${place}.` };
  }
  const [from, to] = [parted(before), parted(after)];
  if (from.source !== to.source) {
    const effect = `Plugins of ${place} now come from another source.`;
    return { direction: 'loosened', severity: shape.severity, effect, isBreadthWeighed: true };
  }
  if (from.pins.length > 0 && to.pins.length === 0) {
    const effect = `Plugins of ${place} are no longer pinned to one version: whatever its owner publishes is installed.`;
    return { direction: 'loosened', severity: shape.severity, effect };
  }
  if (from.pins.length === 0) {
    return { direction: 'tightened', severity: 'info', effect: `Plugins of ${place} are now pinned to one version.` };
  }
  return { direction: 'changed', severity: 'medium', effect: `Plugins of ${place} are now pinned to another version.` };
}

interface Parted {
  /** Everything except the pins, as canonical JSON. */
  readonly source: string;
  readonly pins: readonly string[];
}

function parted(value: Json): Parted {
  const found: string[] = [];
  const source = withoutPins(value, found, layersMax);
  return { source: canonicalJson(source), pins: found };
}

function withoutPins(value: Json, found: string[], layers: number): Json {
  if (!isTree(value) || layers === 0) {
    return value;
  }
  const kept: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (pins.has(key) && !isUnset(member)) {
      found.push(canonicalJson(member));
    } else {
      kept.push([key, withoutPins(member, found, layers - 1)]);
    }
  }
  return Object.fromEntries(kept) as JsonObject;
}
