import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

/**
 * Data that outlives a restart, in named slices of one state file; without a file nothing is kept. Slices hold posted
 * data only: generated data follows from the seed.
 */
export interface SavedSlices {
  /** Parsed JSON to be validated; undefined when nothing was saved. */
  load(name: string): unknown;
  save(name: string, value: unknown): void;
}

/** The organization of a state file: it fits no other. */
interface StateOwner {
  readonly seed: number;
  readonly users: number;
  readonly empty: boolean;
}

interface StateFile extends SavedSlices {
  flush(): void;
}

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

/** Slices in memory only. */
export function unsavedSlices(): StateFile {
  return { load: () => undefined, save: () => undefined, flush: () => undefined };
}

/**
 * Slices in a JSON file, written whole and renamed into place, a moment after a change and on `flush`. Throws
 * StateFileError when the file is unreadable or of an organization of another seed or size.
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
