import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import * as z from 'zod';

import { CannotStartError } from '../cannot-start-error.ts';
import { type DemoName, demoNames } from '../demo/demo-organization.ts';
import { closeFile, closeFolder, refuseForeignFolder, writePrivately } from './private-files.ts';
import { listBackups, type TablesPlace } from './tables-backups.ts';
import { lookAtTables, type TablesFile } from './tables-file.ts';

/** Which platform the state in a folder came from: figures of two organizations must never mix. */
export type StateOrigin =
  | { readonly kind: 'demo'; /** Of the demos that have one. */ readonly name?: DemoName }
  | { readonly kind: 'platform'; readonly baseUrl: string };

/** The folder in which one installation keeps everything. */
export interface StateFolder extends TablesPlace {
  readonly markerFile: string;
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
      z.object({ kind: z.literal('demo'), name: z.enum(demoNames).optional() }),
      z.object({ kind: z.literal('platform'), baseUrl: z.string() }),
    ])
    .optional(),
  /** The tables that were made in the folder, by their keys, and the id of their file: they have to be there. */
  tables: z.object({ id: z.int(), made: z.array(z.string()), since: z.string() }).optional(),
});
type Marker = z.output<typeof Marker>;

/** The paths of an installation; nothing is touched. */
export function stateFolderAt(dir: string): StateFolder {
  const at = (name: string): string => join(resolve(dir), name);
  return {
    dir: resolve(dir),
    markerFile: at(markerName),
    engineFile: at('tables.sqlite'),
    backupsDir: at('backups'),
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
  if (existsSync(folder.markerFile) || holdsTables(folder)) {
    return 'installation';
  }
  if (!existsSync(folder.dir)) {
    return 'missing';
  }
  return statSync(folder.dir).isDirectory() && strangersIn(folder).length === 0 ? 'empty' : 'other';
}

/**
 * Makes sure that the folder is there and is one of Curfew's own, or empty, and that nobody but its owner can look into
 * it, whoever could before. Gives what was repaired, for people. Raises CannotStartError.
 */
export function prepareStateFolder(folder: StateFolder): readonly string[] {
  makeFolder(folder.dir);
  refuseForeignFolder(folder.dir);
  const repaired = takeFolder(folder);
  closeFolder(folder.dir);
  for (const name of readdirSync(folder.dir)) {
    const isTheirs = join(folder.dir, name) === folder.settingsFile;
    if (isTheirs || ownNames.test(name)) {
      closeFile(join(folder.dir, name), { isTheirs });
    }
  }
  return repaired;
}

function takeFolder(folder: StateFolder): readonly string[] {
  const text = existsSync(folder.markerFile) ? readFileSync(folder.markerFile, 'utf8') : undefined;
  const isReadable = text !== undefined && jsonOf(text) !== undefined;
  if (isReadable) {
    readMarker(folder);
    return [];
  }
  if (text === undefined && !holdsTables(folder) && strangersIn(folder).length > 0) {
    throw new CannotStartError(
      `${folder.dir} holds other things and does not look like a state folder of Curfew; choose another with --state`,
    );
  }
  const tables = backedUp(folder);
  writeMarker(folder, { curfew: 1, tables });
  const how = text === undefined ? 'was missing' : 'could not be read';
  return text === undefined && tables === undefined && !holdsTables(folder)
    ? []
    : [`${folder.markerFile} ${how} and was written again, by what else is in the folder.`];
}

/** Whether the tables of an installation are there, or what is left of one that had them. */
function holdsTables(folder: StateFolder): boolean {
  const isStamped = (found: TablesFile): boolean => found.kind === 'tables' && found.id !== 0;
  return (
    existsSync(folder.dir) &&
    (isStamped(lookAtTables(folder.engineFile)) || hadTables(folder) || backedUp(folder) !== undefined)
  );
}

/** The tables that the newest backup is of, where they and the note of them are lost: they have to be there. */
function backedUp(folder: StateFolder): Marker['tables'] {
  const [newest] = lookAtTables(folder.engineFile).kind === 'tables' ? [] : listBackups(folder);
  const found = newest === undefined ? undefined : lookAtTables(newest.file);
  return newest !== undefined && found?.kind === 'tables' && found.id !== 0
    ? { id: found.id, made: [], since: newest.at }
    : undefined;
}

/** Whether tables were opened in the folder: these files are only made after them. */
export function hadTables({ emulatorFile, inboxFile, evidenceKeyFile, anchorsFile }: StateFolder): boolean {
  return [emulatorFile, inboxFile, evidenceKeyFile, anchorsFile].some((file) => existsSync(file));
}

function strangersIn(folder: StateFolder): readonly string[] {
  const own = [folder.settingsFile, folder.backupsDir];
  return readdirSync(folder.dir).filter((name) => !own.includes(join(folder.dir, name)));
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

/** The tables that were made in the folder; undefined while none were. */
export function tablesOf(folder: StateFolder): Marker['tables'] {
  return existsSync(folder.markerFile) ? readMarker(folder).tables : undefined;
}

/** Notes which tables were made. */
export function noteTables(folder: StateFolder, tables: NonNullable<Marker['tables']>): void {
  writeMarker(folder, { ...readMarker(folder), tables });
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
  writeMarker(folder, Marker.parse({ ...readMarker(folder), origin: known ?? origin }));
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
