import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import * as z from 'zod';

import { CannotStartError } from '../cannot-start-error.ts';
import { type DemoName, demoNames } from '../demo/demo-organization.ts';
import { closeFile, closeFolder, refuseForeignFolder, writePrivately } from './private-files.ts';

/** Which platform the state in a folder came from: figures of two organizations must never mix. */
type StateOrigin =
  | { readonly kind: 'demo'; /** Of the demos that have one. */ readonly name?: DemoName }
  | { readonly kind: 'platform'; readonly baseUrl: string };

/** The folder in which one installation keeps everything. */
export interface StateFolder {
  readonly dir: string;
  readonly markerFile: string;
  readonly engineFile: string;
  readonly emulatorFile: string;
  readonly inboxFile: string;
  readonly runningFile: string;
  /** The first page of the console as it was made last. */
  readonly homeFile: string;
  /** Whoever has it can try out which secrets the marks in the stored settings stand for. */
  readonly fingerprintKeyFile: string;
  /** Whoever has it can make links that act for others. */
  readonly linkKeyFile: string;
  /** Whoever has it can sign heads of the evidence. */
  readonly evidenceKeyFile: string;
  /** Its public half, to be copied to where the evidence is checked. */
  readonly evidencePublicKeyFile: string;
  /** Signed heads of the evidence, unless the settings name another place. */
  readonly anchorsFile: string;
  /** The admin's own: never written and never removed. */
  readonly settingsFile: string;
}

const markerName = 'curfew.json';
const ownNames =
  /^(curfew\.json|tables\.sqlite|emulator\.json|inbox\.json|running\.json|home\.json|fingerprint\.key|link\.key|evidence\.key|evidence\.pub|anchors\.jsonl)([.-].*)?$/;

const Marker = z.object({
  curfew: z.literal(1),
  origin: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('demo'), name: z.enum(demoNames).exactOptional() }),
      z.object({ kind: z.literal('platform'), baseUrl: z.string() }),
    ])
    .optional(),
});
type Marker = z.output<typeof Marker>;

/** The paths of an installation; nothing is touched. */
export function stateFolderAt(dir: string): StateFolder {
  const at = (name: string): string => join(resolve(dir), name);
  return {
    dir: resolve(dir),
    markerFile: at(markerName),
    engineFile: at('tables.sqlite'),
    emulatorFile: at('emulator.json'),
    inboxFile: at('inbox.json'),
    runningFile: at('running.json'),
    homeFile: at('home.json'),
    fingerprintKeyFile: at('fingerprint.key'),
    linkKeyFile: at('link.key'),
    evidenceKeyFile: at('evidence.key'),
    evidencePublicKeyFile: at('evidence.pub'),
    anchorsFile: at('anchors.jsonl'),
    settingsFile: at('settings.yaml'),
  };
}

/** What a folder holds: an installation, nothing but settings, other things, or it is not there. */
export function findInstallation(dir: string): 'installation' | 'empty' | 'other' | 'missing' {
  const folder = stateFolderAt(dir);
  if (existsSync(folder.markerFile)) {
    return 'installation';
  }
  if (!existsSync(folder.dir)) {
    return 'missing';
  }
  return statSync(folder.dir).isDirectory() && strangersIn(folder).length === 0 ? 'empty' : 'other';
}

/**
 * Makes sure that the folder is there and is one of Curfew's own, or empty, and that nobody but its owner can look into
 * it, whoever could before. Raises CannotStartError.
 */
export function prepareStateFolder(folder: StateFolder): void {
  makeFolder(folder.dir);
  refuseForeignFolder(folder.dir);
  takeFolder(folder);
  closeFolder(folder.dir);
  for (const name of readdirSync(folder.dir)) {
    const isTheirs = join(folder.dir, name) === folder.settingsFile;
    if (isTheirs || ownNames.test(name)) {
      closeFile(join(folder.dir, name), { isTheirs });
    }
  }
}

function takeFolder(folder: StateFolder): void {
  if (existsSync(folder.markerFile)) {
    readMarker(folder);
    return;
  }
  if (strangersIn(folder).length > 0) {
    throw new CannotStartError(
      `${folder.dir} holds other things and does not look like a state folder of Curfew; choose another with --state`,
    );
  }
  writeMarker(folder, { curfew: 1 });
}

function strangersIn(folder: StateFolder): readonly string[] {
  return readdirSync(folder.dir).filter((name) => join(folder.dir, name) !== folder.settingsFile);
}

function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CannotStartError(`${dir} cannot be made; check the rights there, or choose another folder with --state`, {
      cause: error,
    });
  }
}

/** Where the state in the folder came from; undefined while nothing was read from any platform. */
export function originOf(folder: StateFolder): StateOrigin | undefined {
  return existsSync(folder.markerFile) ? readMarker(folder).origin : undefined;
}

/** Notes where the state comes from. Raises CannotStartError when it came from elsewhere before. */
export function bindOrigin(folder: StateFolder, origin: StateOrigin): void {
  const known = originOf(folder);
  if (known !== undefined && !isSameOrigin(known, origin)) {
    throw new CannotStartError(
      `${folder.dir} holds the state of ${describeOrigin(known)}, not of ${describeOrigin(origin)}; choose another folder with --state, or start over with --fresh`,
    );
  }
  // Through its schema and written each time: nothing that an origin carries besides, such as a key, stays on the disk.
  writeMarker(folder, Marker.parse({ curfew: 1, origin: known ?? origin }));
}

/** Removes everything that Curfew made in the folder; settings and strange files stay. */
export function startOver(folder: StateFolder): void {
  if (!existsSync(folder.dir)) {
    return;
  }
  // Says no where the marker is missing: the files there are not Curfew's to remove.
  prepareStateFolder(folder);
  for (const name of readdirSync(folder.dir).filter((entry) => ownNames.test(entry) && entry !== 'running.json')) {
    rmSync(join(folder.dir, name), { force: true });
  }
  writeMarker(folder, { curfew: 1 });
}

function readMarker(folder: StateFolder): Marker {
  const marker = Marker.safeParse(jsonOf(readFileSync(folder.markerFile, 'utf8')));
  if (!marker.success) {
    throw new CannotStartError(
      `${folder.markerFile} was not written by this version of Curfew; choose another folder with --state, or move this one away`,
    );
  }
  return marker.data;
}

function writeMarker(folder: StateFolder, marker: Marker): void {
  writePrivately(folder.markerFile, `${JSON.stringify(marker)}\n`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSameOrigin(a: StateOrigin, b: StateOrigin): boolean {
  if (a.kind !== 'platform' || b.kind !== 'platform') {
    return a.kind === 'demo' && b.kind === 'demo' && a.name === b.name;
  }
  // A platform on this machine is for trying things out, and its port changes.
  return a.baseUrl === b.baseUrl || (isLoopback(a.baseUrl) && isLoopback(b.baseUrl));
}

function isLoopback(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

function describeOrigin(origin: StateOrigin): string {
  if (origin.kind === 'platform') {
    return `the platform at ${origin.baseUrl}`;
  }
  return origin.name === undefined ? 'the demo organization' : `the demo organization ${origin.name}`;
}
