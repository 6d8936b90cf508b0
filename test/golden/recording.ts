import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { createTwoFilesPatch } from 'diff';

/** What the programs print, send and store, by name: `acme/json/caps`. */
type Recording = ReadonlyMap<string, string>;

/** The recording in the repository: a line an item, with the hash of its text. */
const hashesFile = join(import.meta.dirname, 'recorded.txt');
/** The texts of what was recorded last on this machine, without which a difference has no words. */
const textsFile = join(import.meta.dirname, '../../node_modules/.cache/golden/recorded.json.zst');

const hashChars = 20;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, hashChars);
}

export function hashesOf(recording: Recording): ReadonlyMap<string, string> {
  return new Map([...recording].map(([name, text]) => [name, hashOf(text)]));
}

/** Records in place of what was recorded of the same part, and leaves the rest. */
export function record(recording: Recording, isPart: (name: string) => boolean): void {
  const rest = [...recordedHashes()].filter(([name]) => !isPart(name));
  const lines = [...rest, ...hashesOf(recording)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, hash]) => `${hash}  ${name}\n`);
  writeFileSync(hashesFile, lines.join(''));
  keepTexts(recording);
}

/** Keeps the texts of a recording beside those that were kept before. */
export function keepTexts(recording: Recording): void {
  mkdirSync(dirname(textsFile), { recursive: true });
  const texts = new Map([...recordedTexts(), ...recording]);
  writeFileSync(textsFile, zstdCompressSync(JSON.stringify([...texts])));
}

/** The hash of each item by its name; empty where nothing was recorded. */
export function recordedHashes(): ReadonlyMap<string, string> {
  const text = existsSync(hashesFile) ? readFileSync(hashesFile, 'utf8') : '';
  return new Map(
    text
      .split('\n')
      .flatMap((line): [string, string][] =>
        line === '' ? [] : [[line.slice(hashChars + 2), line.slice(0, hashChars)]],
      ),
  );
}

export function recordedTexts(): Recording {
  return existsSync(textsFile)
    ? new Map(JSON.parse(zstdDecompressSync(readFileSync(textsFile)).toString()) as [string, string][])
    : new Map();
}

/** How one item differs from what was recorded. */
export interface Difference {
  readonly name: string;
  readonly kind: 'new' | 'gone' | 'changed';
  /** A unified diff; undefined where the recorded text is not on this machine. */
  readonly patch?: string | undefined;
}

/** Compares a recording with the hashes of the one before, in words where the texts of that are known. */
export function differences(
  now: Recording,
  hashes: ReadonlyMap<string, string>,
  texts: Recording,
): readonly Difference[] {
  const gone = [...hashes.keys()].filter((name) => !now.has(name)).map((name) => ({ name, kind: 'gone' as const }));
  const others = [...now].flatMap(([name, text]): Difference[] => {
    const recorded = hashes.get(name);
    if (recorded === hashOf(text)) {
      return [];
    }
    if (recorded === undefined) {
      return [{ name, kind: 'new' }];
    }
    const before = texts.get(name);
    const isKnown = before !== undefined && hashOf(before) === recorded;
    return [{ name, kind: 'changed', patch: isKnown ? patchOf(name, before, text) : undefined }];
  });
  return [...gone, ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Undefined where so much differs that a diff would say little and take minutes. */
function patchOf(name: string, before: string, after: string): string | undefined {
  return createTwoFilesPatch(name, name, before, after, 'recorded', 'now', { context: 2, maxEditLength: 1_000 });
}
