import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import * as z from 'zod';

import { CannotStartError } from '../cannot-start-error.ts';
import { type DemoName, demoNames } from '../demo/demo-organization.ts';
import { closeFile, closeFolder, refuseForeignFolder, writePrivately } from './private-files.ts';
import { listBackups, type TablesPlace } from './tables-backups.ts';
import { lookAtTables, type TablesFile } from './tables-file.ts';

/** The platform behind a folder's state: figures of two organizations must never mix. */
export type StateOrigin =
  | { readonly kind: 'demo'; readonly name?: DemoName }
  | { readonly kind: 'platform'; readonly baseUrl: string };

export interface StateFolder extends TablesPlace {
  readonly markerFile: string;
  readonly emulatorFile: string;
  readonly inboxFile: string;
  readonly runningFile: string;
  readonly homeFile: string;
  /** Its reader can test guesses of the secrets behind stored marks. */
  readonly fingerprintKeyFile: string;
  /** Its reader can make links that act for others. */
  readonly linkKeyFile: string;
  /** Its reader can read the metrics. */
  readonly metricsTokenFile: string;
  /** Its reader can post to the channels. */
  readonly channelsFile: string;
  /** Its reader can sign heads of the evidence. */
  readonly evidenceKeyFile: string;
  /** To be copied to where evidence is verified. */
  readonly evidencePublicKeyFile: string;
  /** Unless the settings name another place. */
  readonly anchorsFile: string;
  /** The admin's own: never written or removed. */
  readonly settingsFile: string;
}

const markerName = 'curfew.json';

const Marker = z.object({
  curfew: z.literal(1),
  origin: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('demo'), name: z.enum(demoNames).optional() }),
      z.object({ kind: z.literal('platform'), baseUrl: z.string() }),
    ])
    .optional(),
  /** The tables made in the folder and their file's id: they must exist. */
  tables: z.object({ id: z.int(), made: z.array(z.string()), since: z.string() }).optional(),
});
type Marker = z.output<typeof Marker>;

/** What Curfew writes in the folder, also while it is being replaced: closed to others, and removed by `--fresh`. */
function isOwn({ dir: _dir, settingsFile: _theirs, backupsDir: _kept, ...files }: StateFolder, name: string): boolean {
  return Object.values(files).some((file) => {
    const own = basename(file);
    return name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}-`);
  });
}

/** Computes paths only. */
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
    metricsTokenFile: at('metrics.token'),
    channelsFile: at('channels.json'),
    evidenceKeyFile: at('evidence.key'),
    evidencePublicKeyFile: at('evidence.pub'),
    anchorsFile: at('anchors.jsonl'),
    settingsFile: at('settings.yaml'),
  };
}

/** A folder's content: an installation, only settings, other things, or missing. */
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
 * Creates the folder if needed, and verifies that it is Curfew's or empty and accessible to its owner only. Returns
 * repairs, in words for people. Throws CannotStartError.
 */
export function prepareStateFolder(folder: StateFolder): readonly string[] {
  makeFolder(folder.dir);
  refuseForeignFolder(folder.dir);
  const repaired = takeFolder(folder);
  closeFolder(folder.dir);
  for (const name of readdirSync(folder.dir)) {
    const isTheirs = join(folder.dir, name) === folder.settingsFile;
    if (isTheirs || isOwn(folder, name)) {
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

function holdsTables(folder: StateFolder): boolean {
  const isStamped = (found: TablesFile): boolean => found.kind === 'tables' && found.id !== 0;
  return (
    existsSync(folder.dir) &&
    (isStamped(lookAtTables(folder.engineFile)) || hadTables(folder) || backedUp(folder) !== undefined)
  );
}

/** The newest backup's tables, when both tables and note are lost: they must exist. */
function backedUp(folder: StateFolder): Marker['tables'] {
  const [newest] = lookAtTables(folder.engineFile).kind === 'tables' ? [] : listBackups(folder);
  const found = newest === undefined ? undefined : lookAtTables(newest.file);
  return newest !== undefined && found?.kind === 'tables' && found.id !== 0
    ? { id: found.id, made: [], since: newest.at }
    : undefined;
}

/** These files are only made after tables were opened. */
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

/** Undefined until a platform was read. */
export function originOf(folder: StateFolder): StateOrigin | undefined {
  return existsSync(folder.markerFile) ? readMarker(folder).origin : undefined;
}

export function tablesOf(folder: StateFolder): Marker['tables'] {
  return existsSync(folder.markerFile) ? readMarker(folder).tables : undefined;
}

export function noteTables(folder: StateFolder, tables: NonNullable<Marker['tables']>): void {
  writeMarker(folder, { ...readMarker(folder), tables });
}

/** Records the state's origin. Throws CannotStartError when it differs from the recorded one. */
export function bindOrigin(folder: StateFolder, origin: StateOrigin): void {
  const known = originOf(folder);
  if (known !== undefined && !isSameOrigin(known, origin)) {
    throw new CannotStartError(
      `${folder.dir} holds the state of ${describeOrigin(known)}, not of ${describeOrigin(origin)}; choose another folder with --state, or start over with --fresh`,
    );
  }
  // Parsed, so that extra fields of an origin, such as a key, never reach the disk.
  writeMarker(folder, Marker.parse({ ...readMarker(folder), origin: known ?? origin }));
}

/** Removes everything Curfew made in the folder; settings and foreign files stay. */
export function startOver(folder: StateFolder): void {
  if (!existsSync(folder.dir)) {
    return;
  }
  // Refuses a folder without marker: its files are not Curfew's.
  prepareStateFolder(folder);
  for (const name of readdirSync(folder.dir).filter((entry) => isOwn(folder, entry) && entry !== 'running.json')) {
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
  // A local platform is for trials, and its port changes.
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
