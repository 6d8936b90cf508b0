import { randomInt } from 'node:crypto';
import { chmodSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { ownerOnly } from './private-files.ts';

/** The state of a tables file, by its first bytes and length. */
export type TablesFile =
  | { readonly kind: 'missing' | 'empty' }
  | { readonly kind: 'damaged'; /** Half a sentence. */ readonly how: string }
  /** `id`: of its installation; 0 before ids existed. */
  | { readonly kind: 'tables'; readonly id: number };

// https://www.sqlite.org/fileformat2.html#the_database_header
const header = { bytes: 100, magic: 'SQLite format 3\0', pageSize: 16, changes: 24, pages: 28, id: 68, validFor: 92 };
const idMax = 2 ** 31;

/** Inspects a tables file without opening it. Passes on read errors. */
export function lookAtTables(file: string): TablesFile {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size;
  if (bytes === undefined || bytes === 0) {
    return { kind: bytes === undefined ? 'missing' : 'empty' };
  }
  const head = firstBytes(file);
  if (head.length < header.bytes || head.toString('latin1', 0, header.magic.length) !== header.magic) {
    return { kind: 'damaged', how: 'is no file of tables' };
  }
  // The page size 65,536 is stored as 1. The count is valid only when the last writer maintained it.
  const pageBytes = head.readUInt16BE(header.pageSize) === 1 ? 65_536 : head.readUInt16BE(header.pageSize);
  const isCounted = head.readUInt32BE(header.changes) === head.readUInt32BE(header.validFor);
  // After a full disk pages may still be in the log, from which the engine takes them.
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const wanted = isCounted && !hasLog ? head.readUInt32BE(header.pages) * pageBytes : 0;
  return bytes < wanted
    ? { kind: 'damaged', how: `was cut off: it has ${bytes} of ${wanted} bytes` }
    : { kind: 'tables', id: head.readUInt32BE(header.id) };
}

/** Creates an empty tables file with a random id, which is returned. */
export function makeTables(file: string): number {
  const id = drawnId();
  stampTables(file, id);
  chmodSync(file, ownerOnly.file);
  return id;
}

/** Gives an older file an id. No engine may use it. */
export function stampTables(file: string, id = drawnId()): number {
  const database = new DatabaseSync(file);
  try {
    database.exec(`PRAGMA application_id = ${id}`);
  } finally {
    database.close();
  }
  return id;
}

function drawnId(): number {
  return randomInt(1, idMax);
}

function firstBytes(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const head = Buffer.alloc(header.bytes);
    return head.subarray(0, readSync(handle, head, 0, header.bytes, 0));
  } finally {
    closeSync(handle);
  }
}
