import type { Json, JsonObject } from '../../../controls/json.ts';
import { isSecretMark } from '../../../controls/secret-mark.ts';
import { isTree, memberOf } from '../../tree.ts';

/** Only a full hash is immutable: branches, tags and versions can be published again. */
const fullHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|sha(?:256|384|512)[-:][0-9a-z+/=]{43,})$/iu;

export const pinNames = ['sha', 'commit', 'ref', 'rev', 'revision', 'tag', 'pin', 'checksum', 'integrity', 'version'];

const placeNames = ['repo', 'repository', 'url', 'git'];
const folderNames = ['path', 'directory', 'file', 'dir'];
const packageNames = ['package', 'name'];
const forges = /^(?:github|gitlab|bitbucket)$/u;

/** Reads an entry that names a source of plugins; undefined for an unknown form. */
export function marketplaceSource(entry: Json): { readonly text: string; readonly details: JsonObject } | undefined {
  if (typeof entry === 'string') {
    return { text: entry, details: {} };
  }
  const nested = memberOf(entry, 'source');
  const source = isTree(nested) ? nested : entry;
  if (!isTree(source)) {
    return undefined;
  }
  const kind = kindOf(source);
  const found = placeIn(source, kind);
  if (found === undefined) {
    return undefined;
  }
  const pin = pinNames.map((name) => pinOf(name, memberOf(source, name))).find((each) => each !== undefined);
  const used = new Set(['source', 'type', 'kind', found.member]);
  return {
    text: pin === undefined || found.text.includes('#') ? found.text : `${found.text}#${pin}`,
    details: restOf(
      source === entry ? source : { ...restOf(entry as JsonObject, new Set(['source'])), ...source },
      used,
    ),
  };
}

/** Members whose hidden value is assumed to be a hash: no branch looks like a secret. */
const hashNames: ReadonlySet<string> = new Set([
  'sha',
  'commit',
  'checksum',
  'integrity',
  'ref',
  'rev',
  'revision',
  'pin',
]);

function pinOf(name: string, value: Json | undefined): string | undefined {
  if (!pinNames.includes(name)) {
    return undefined;
  }
  if (isSecretMark(value) && hashNames.has(name)) {
    return value.fingerprint ?? 'hidden';
  }
  return typeof value === 'string' && fullHash.test(value.trim()) ? value.trim().toLowerCase() : undefined;
}

function kindOf(source: JsonObject): string {
  const named = ['source', 'type', 'kind'].map((name) => memberOf(source, name));
  return (named.find((each) => typeof each === 'string') ?? '').toLowerCase();
}

function restOf(entry: JsonObject, used: ReadonlySet<string>): JsonObject {
  const rest = Object.entries(entry).filter(([key, value]) => !used.has(key) && pinOf(key, value) === undefined);
  return Object.fromEntries(rest);
}

function placeIn(source: JsonObject, kind: string): { readonly text: string; readonly member: string } | undefined {
  const textAt = (names: readonly string[]): readonly [string, string] | undefined =>
    names
      .map((name) => [name, memberOf(source, name)] as const)
      .find((each): each is readonly [string, string] => typeof each[1] === 'string' && each[1] !== '');
  for (const [member, prefix] of [
    ['hostPattern', 'hosts'],
    ['pathPattern', 'paths'],
  ] as const) {
    const pattern = memberOf(source, member);
    if (typeof pattern === 'string') {
      return { text: `${prefix}:${pattern}`, member };
    }
  }
  const place = textAt(placeNames);
  if (place !== undefined && kind !== 'npm') {
    const [member, text] = place;
    return { text: forges.test(kind) && kind !== 'github' && !/[:@]/u.test(text) ? `${kind}:${text}` : text, member };
  }
  const folder = textAt(folderNames);
  if (folder !== undefined && kind !== 'npm') {
    return { text: `${kind === '' || kind === 'local' ? 'directory' : kind}:${folder[1]}`, member: folder[0] };
  }
  const named = textAt(packageNames);
  return named !== undefined && kind !== '' ? { text: `${kind}:${named[1]}`, member: named[0] } : undefined;
}
