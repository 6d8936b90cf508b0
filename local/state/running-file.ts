import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { uptime } from 'node:os';

import * as z from 'zod';

import { apiPaths } from '../../shared/kernel/contract/api-paths.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { writePrivately } from './private-files.ts';
import { stateFolderAt } from './state-folder.ts';

const Addresses = z.object({
  dynamo: z.string(),
  /** The engine's access key id until the installation stops; absent for an external engine. */
  dynamoAccessKeyId: z.string().optional(),
  ses: z.string(),
  inbox: z.string().optional(),
  platform: z.string(),
  /** The admin API with this start's secret: a reader of this file may do all. `console`: it is served too. */
  door: z.object({ address: z.string(), secret: z.string(), console: z.boolean().default(false) }).optional(),
});
export type Addresses = z.output<typeof Addresses>;

const RunningProcess = z.object({
  pid: z.int().positive(),
  kind: z.enum(['installation', 'command']),
  startedAtMs: z.number(),
  /** Absent while starting, and for a command. */
  addresses: Addresses.optional(),
});
type RunningProcess = z.output<typeof RunningProcess>;

export interface Claim {
  announce(addresses: Addresses): void;
  giveBack(): void;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'taken'; readonly by: RunningProcess };

const triesMax = 10;
const bootSlackMs = 60_000;

/** Claims held by this process: in a container the next process may have the same number. */
const heldHere = new Set<string>();

/** Claims the folder of `file`, unless a live process holds it. Clears a dead process's claim. */
export function claimRunning(file: string, kind: RunningProcess['kind']): ClaimOutcome {
  const mine: RunningProcess = { pid: process.pid, kind, startedAtMs: Date.now() };
  const draft = `${file}.${process.pid}-${mine.startedAtMs}`;
  writePrivately(draft, JSON.stringify(mine));
  try {
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (isLinked(draft, file)) {
        heldHere.add(file);
        return { kind: 'claimed', claim: claimOf(file, mine) };
      }
      const other = readRunning(file);
      if (other !== undefined && isAlive(file, other)) {
        return { kind: 'taken', by: other };
      }
      // Two processes may find the same dead one: only one rename succeeds, the other retries.
      moveAway(file, `${draft}-stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new Error(`${file} cannot be claimed`);
}

/** Undefined when no installation runs. */
export function runningAddresses(file: string): Addresses | undefined {
  const running = readRunning(file);
  return running !== undefined && isAlive(file, running) ? running.addresses : undefined;
}

function claimOf(file: string, mine: RunningProcess): Claim {
  return {
    announce(addresses) {
      writePrivately(file, JSON.stringify({ ...mine, addresses }));
    },
    giveBack() {
      if (heldHere.delete(file) && readRunning(file)?.startedAtMs === mine.startedAtMs) {
        rmSync(file, { force: true });
      }
    },
  };
}

/** Puts the complete file in place atomically, or nothing when one exists. */
function isLinked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

function moveAway(file: string, aside: string): void {
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
  }
  rmSync(aside, { force: true });
}

function readRunning(file: string): RunningProcess | undefined {
  try {
    return RunningProcess.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function isAlive(file: string, { pid, startedAtMs }: RunningProcess): boolean {
  if (pid === process.pid) {
    return heldHere.has(file);
  }
  // Process numbers restart with the machine.
  const bootedAtMs = Date.now() - uptime() * 1_000;
  return startedAtMs >= bootedAtMs - bootSlackMs && exists(pid);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and is another user's.
    return codeOf(error) === 'EPERM';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Undefined when none runs. */
export function findRunningApi(stateDir: string): Addresses['door'] {
  return runningAddresses(stateFolderAt(stateDir).runningFile)?.door;
}

/** Mail links lead to the running installation's pages and console; otherwise nowhere. */
export function linksTo(door: Addresses['door']): Pick<Settings, 'consoleUrl' | 'doorUrl'> {
  if (door === undefined) {
    return {};
  }
  const { origin } = new URL(door.address);
  return { doorUrl: `${origin}${apiPaths.links}`, ...(door.console && { consoleUrl: origin }) };
}
