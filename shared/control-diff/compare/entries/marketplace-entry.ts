import { canonicalJson, isUnset, type Json } from '../../../controls/json.ts';
import { breadthOf } from '../../../coverage/breadth.ts';
import { compareElements } from '../../../coverage/compare-elements.ts';
import { loosened, tightened, changed, type Verdict } from '../../finding.ts';
import type { MapEntry } from '../../place.ts';
import { graver } from '../../severity-steps.ts';
import { memberOf } from '../../tree.ts';
import { quoted } from '../../words/phrases.ts';
import { marketplaceSource, pinNames } from './marketplace-source.ts';

export function verdictOnMarketplace({ name, before, after, shape }: MapEntry): Verdict {
  const place = `the marketplace ${quoted(name)}`;
  if (isUnset(before)) {
    const severity = isAnyPlace(after) ? 'critical' : shape.severity;
    return loosened(graver(severity, shape.severity), `Plugins may now be installed from ${place}.`);
  }
  if (isUnset(after)) {
    return tightened('info', `Plugins are no longer offered from ${place}.`);
  }
  const [from, to] = [parted(before), parted(after)];
  if (!isSameSource(from, to)) {
    const effect = `Plugins of ${place} now come from another source${wordsOf(from, to)}.`;
    return loosened(shape.severity, effect, { isBreadthWeighed: true });
  }
  if (from.pin !== undefined && to.pin === undefined) {
    const effect = `Plugins of ${place} are no longer pinned to one state: all that its owner publishes is installed.`;
    return loosened(shape.severity, effect);
  }
  if (to.pin !== undefined && from.pin === undefined) {
    return tightened('info', `Plugins of ${place} are now pinned to one state.`);
  }
  if (from.isUpdated !== to.isUpdated) {
    return to.isUpdated
      ? loosened('medium', `Plugins of ${place} are now updated by themselves, with all that its owner publishes.`)
      : tightened('info', `Plugins of ${place} are no longer updated by themselves.`);
  }
  if (from.pin !== to.pin) {
    return changed('medium', `Plugins of ${place} are now pinned to another state.`);
  }
  return from.version === to.version
    ? changed('low', `The marketplace ${quoted(name)} is set up differently.`)
    : changed('medium', `Plugins of ${place} now come from another branch or version, which pins nothing.`);
}

interface Parted {
  readonly source: string;
  readonly pin: string | undefined;
  readonly version: string;
  readonly isUpdated: boolean;
}

function parted(value: Json): Parted {
  const { text, details } = marketplaceSource(value) ?? { text: canonicalJson(value), details: {} };
  const [, source = text, pin] = /^(.*)#([^#]*)$/su.exec(text) ?? [];
  const versions = pinNames.map((name) => memberOf(details, name) ?? null);
  const isUpdated = ['autoUpdate', 'autoupdate', 'auto_update'].some((name) => memberOf(details, name) === true);
  // A subfolder of a repository is a separate source.
  const folder = ['path', 'directory', 'subdir'].map((name) => memberOf(details, name) ?? null);
  return {
    source: `${source}${folder.every((each) => each === null) ? '' : ` ${canonicalJson(folder)}`}`,
    pin,
    version: canonicalJson(versions),
    isUpdated,
  };
}

function isSameSource({ source: from }: Parted, { source: to }: Parted): boolean {
  return from === to || compareElements('repo', from, to) === 'equal';
}

function wordsOf({ source: from }: Parted, { source: to }: Parted): string {
  return [from, to].some((source) => source.startsWith('{')) ? '' : `: ${quoted(to)}, and no longer ${quoted(from)}`;
}

function isAnyPlace(value: Json | undefined): boolean {
  const text = isUnset(value) ? undefined : marketplaceSource(value)?.text;
  return text !== undefined && breadthOf('repo', text) === 'everything';
}
