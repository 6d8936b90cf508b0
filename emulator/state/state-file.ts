import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

/**
 * What must outlive a restart, in named slices of one state file. Without a state file nothing is kept.
 * A slice holds only what was posted from outside; everything generated comes back from the seed.
 */
export interface SavedSlices {
  /** What was saved under the name, as parsed JSON; undefined when nothing was. Parse it before use. */
  load(name: string): unknown;
  /** Keeps a JSON value under the name. It is serialized a moment later, in the state it has then. */
  save(name: string, value: unknown): void;
}

/** What a state file belongs to: it does not fit another organization. */
interface StateOwner {
  readonly seed: number;
  readonly users: number;
  readonly empty: boolean;
}

/** Slices with a file behind them. */
interface StateFile extends SavedSlices {
  /** Writes what has not been written yet. */
  flush(): void;
}

/** The state file cannot be used; the message says why and what to do. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

const WRITE_DELAY_MS = 200;
const Stored = z.object({
  version: z.literal(1),
  seed: z.number(),
  users: z.number(),
  empty: z.boolean(),
  slices: z.record(z.string(), z.unknown()),
});

/** Slices in memory only, for an emulator that need not outlive its process. */
export function unsavedSlices(): StateFile {
  return { load: () => undefined, save: () => undefined, flush: () => undefined };
}

/**
 * Slices kept in a JSON file, written whole and swapped in by a rename, a moment after a change and on `flush`.
 * Throws StateFileError when the file there cannot be read or belongs to an organization of another seed or size.
 */
export function stateFile(path: string, owner: StateOwner): StateFile {
  const slices: Record<string, unknown> = storedSlices(path, owner);
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    if (timer === undefined) {
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    rmSync(`${path}.new`, { force: true });
    writeFileSync(`${path}.new`, JSON.stringify({ version: 1, ...owner, slices }), { mode: 0o600, flag: 'wx' });
    renameSync(`${path}.new`, path);
  };
  return {
    load: (name) => slices[name],
    save(name, value) {
      slices[name] = value;
      timer ??= setTimeout(flush, WRITE_DELAY_MS);
    },
    flush,
  };
}

function storedSlices(path: string, owner: StateOwner): Record<string, unknown> {
  const text = textOf(path);
  if (text === undefined) {
    return {};
  }
  const stored = Stored.safeParse(jsonOf(path, text));
  if (!stored.success) {
    throw new StateFileError(`${path} is not a state file of the emulator; remove it or name another with --state`);
  }
  const { seed, users, empty, slices } = stored.data;
  if (seed !== owner.seed || users !== owner.users || empty !== owner.empty) {
    throw new StateFileError(
      `${path} belongs to an organization with seed ${seed}, ${users} users${empty ? ', empty' : ''}; use the same flags or another file`,
    );
  }
  return slices;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw new StateFileError(`${path} cannot be read`, { cause: error });
  }
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StateFileError(`${path} is not JSON; remove it or name another with --state`, { cause: error });
  }
}
