import { canonicalJson } from '../../../canonical-json.ts';
import { type Json, type JsonObject, isUnset } from '../../../json.ts';
import { loosened, tightened, changed, type Verdict } from '../../finding.ts';
import type { Entry } from '../../place.ts';
import { isTree } from '../../tree.ts';
import { quoted } from '../../words/phrases.ts';

/** Names of what may tie a marketplace to one state of its source. */
const pinNames = new Set(['ref', 'rev', 'revision', 'sha', 'commit', 'tag', 'version', 'pin', 'checksum', 'integrity']);

/** Only the hash of a state cannot be given to another one: a branch, a tag and a version can be published again. */
const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|sha(?:256|384|512)[-:][0-9a-z+/=]{43,})$/iu;

/** How many layers of an entry are searched for a pin. */
const layersMax = 8;

/** A marketplace is a place that plugins are installed from. */
export function verdictOnMarketplace({ name, before, after, shape }: Entry): Verdict {
  const place = `the marketplace ${quoted(name)}`;
  if (isUnset(before)) {
    return loosened(shape.severity, `Plugins may now be installed from ${place}.`);
  }
  if (isUnset(after)) {
    return tightened('info', `Plugins are no longer offered from ${place}.`);
  }
  const [from, to] = [parted(before), parted(after)];
  if (from.source !== to.source) {
    const effect = `Plugins of ${place} now come from another source.`;
    return loosened(shape.severity, effect, { isBreadthWeighed: true });
  }
  if (from.isPinned && !to.isPinned) {
    const effect = `Plugins of ${place} are no longer pinned to one state: whatever its owner publishes is installed.`;
    return loosened(shape.severity, effect);
  }
  if (to.isPinned && !from.isPinned) {
    return tightened('info', `Plugins of ${place} are now pinned to one state.`);
  }
  const effect = to.isPinned
    ? `Plugins of ${place} are now pinned to another state.`
    : `Plugins of ${place} now come from another branch or version, which pins nothing.`;
  return changed('medium', effect);
}

interface Parted {
  /** All but what may pin, as canonical JSON. */
  readonly source: string;
  readonly isPinned: boolean;
}

function parted(value: Json): Parted {
  const found: Json[] = [];
  const source = withoutPins(value, found, layersMax);
  const isPinned = found.some((pin) => typeof pin === 'string' && fullHash.test(pin.trim()));
  return { source: canonicalJson(source), isPinned };
}

function withoutPins(value: Json, found: Json[], layers: number): Json {
  if (!isTree(value) || layers === 0) {
    return value;
  }
  const kept: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (pinNames.has(key) && !isUnset(member)) {
      found.push(member);
    } else {
      kept.push([key, withoutPins(member, found, layers - 1)]);
    }
  }
  return Object.fromEntries(kept) as JsonObject;
}
