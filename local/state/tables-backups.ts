import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import * as z from 'zod';

import { CannotStartError } from '../cannot-start-error.ts';
import { ownerOnly } from './private-files.ts';
import { usualStateDir } from './state-dir.ts';
import { lookAtTables } from './tables-file.ts';

export interface TablesBackup {
  readonly file: string;
  /** ISO instant, to the second. */
  readonly at: string;
}

export interface TablesPlace {
  readonly dir: string;
  readonly engineFile: string;
  /** They stay when Curfew starts over. */
  readonly backupsDir: string;
}

const keptMax = 4;
const named = /^tables-(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2}Z)\.sqlite$/u;

const Checked = z.object({ quick_check: z.string() });

/** An installation's backups, newest first; of all when its id is unknown. */
export function listBackups({ backupsDir }: TablesPlace, id?: number): readonly TablesBackup[] {
  return allBackups(backupsDir).filter(({ file }) => {
    const found = lookAtTables(file);
    return found.kind === 'tables' && (id === undefined || found.id === id);
  });
}

/**
 * Copies the tables, even during use, and verifies the copy. Throws TablesDamagedError when it is invalid, and write
 * errors; then no backup was made or removed.
 */
export async function backUpTables({ engineFile, backupsDir }: TablesPlace, nowMs: number): Promise<TablesBackup> {
  const at = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const file = join(backupsDir, `tables-${at.replaceAll(':', '-')}.sqlite`);
  mkdirSync(backupsDir, { recursive: true, mode: ownerOnly.folder });
  try {
    await copyOf(engineFile, `${file}.new`);
    renameSync(`${file}.new`, file);
  } finally {
    rmSync(`${file}.new`, { force: true });
  }
  allBackups(backupsDir)
    .slice(keptMax)
    .forEach((old) => rmSync(old.file, { force: true }));
  return { file, at };
}

export class TablesDamagedError extends Error {
  override readonly name = 'TablesDamagedError';
}

async function copyOf(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true });
  try {
    await backup(source, to);
  } finally {
    source.close();
  }
  chmodSync(to, ownerOnly.file);
  const copy = new DatabaseSync(to);
  try {
    // A single file without a log.
    copy.exec('PRAGMA journal_mode = DELETE');
    const found = Checked.parse(copy.prepare('PRAGMA quick_check(1)').get());
    if (found.quick_check !== 'ok') {
      throw new TablesDamagedError(found.quick_check);
    }
  } finally {
    copy.close();
  }
}

/**
 * Restores a backup and moves the present tables aside; no engine may use them. Returns the moved file, if any. Throws
 * CannotStartError when it is no backup of this installation.
 */
export function restoreTables(
  folder: TablesPlace,
  file: string,
  { id, nowMs }: { id?: number | undefined; nowMs: number },
) {
  const { engineFile } = folder;
  const found = lookAtTables(file);
  if (found.kind !== 'tables' || (id !== undefined && found.id !== id)) {
    const why = found.kind === 'tables' ? 'is a backup of another installation' : 'is no backup of tables';
    throw new CannotStartError(`${file} ${why}; ${describeBackups(folder, id)}`);
  }
  const fresh = `${engineFile}.new`;
  copyFileSync(file, fresh, constants.COPYFILE_FICLONE);
  chmodSync(fresh, ownerOnly.file);
  const aside = `${engineFile}.replaced-${new Date(nowMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const isReplacing = existsSync(engineFile);
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(`${engineFile}${ending}`)) {
      renameSync(`${engineFile}${ending}`, `${aside}${ending}`);
    }
  }
  renameSync(fresh, engineFile);
  return isReplacing ? aside : undefined;
}

/** By path, or by name in the backups' folder. */
export function backupAt({ backupsDir }: TablesPlace, name: string): string {
  const here = join(backupsDir, basename(name));
  return isAbsolute(name) || existsSync(name) || !existsSync(here) ? resolve(name) : here;
}

/** The remedy for lost tables: the newest backup and the command to restore it. */
export function lossRemedy(folder: TablesPlace, id: number | undefined): string {
  const where = folder.dir === resolve(usualStateDir) ? '' : ` --state ${folder.dir}`;
  const [newest] = listBackups(folder, id);
  const back =
    newest === undefined
      ? `${describeNoBackup(folder)}: put the file back from a backup of your own (npx curfew restore FILE${where})`
      : `Put the newest backup back, of ${newest.at}: npx curfew restore ${basename(newest.file)}${where}`;
  return `${back}. To start over without what was in it: npm start -- --fresh${where}`;
}

/** Why no backup can be restored: none, damaged, or another installation's. */
export function describeNoBackup({ backupsDir }: TablesPlace): string {
  const names = allBackups(backupsDir).map((each) => {
    const found = lookAtTables(each.file);
    const fault =
      found.kind === 'damaged'
        ? found.how
        : found.kind === 'tables'
          ? 'is of another installation'
          : `is ${found.kind}`;
    return `${basename(each.file)} ${fault}`;
  });
  return names.length === 0
    ? `There is no backup in ${backupsDir}`
    : `No backup in ${backupsDir} can be put back (${names.join('; ')})`;
}

function describeBackups(folder: TablesPlace, id: number | undefined): string {
  const names = listBackups(folder, id).map((each) => basename(each.file));
  return names.length === 0 ? `there are none in ${folder.backupsDir}` : `there are ${names.join(', ')}`;
}

function allBackups(dir: string): readonly TablesBackup[] {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) {
    return [];
  }
  return readdirSync(dir)
    .toSorted()
    .toReversed()
    .flatMap((name) => {
      const [, hour, minute, second] = named.exec(name) ?? [];
      return hour === undefined ? [] : [{ file: join(dir, name), at: `${hour}:${minute}:${second}` }];
    });
}
