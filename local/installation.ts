import { setTimeout as sleep } from 'node:timers/promises';

import type { Environment } from '../shared/kernel/runtime/read-environment.ts';
import type { Installation } from '../shared/wiring/installation.ts';
import { storesOn } from '../shared/wiring/stores.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { newClosers, type Closers } from './closers.ts';
import { accessTo, type InstallationAccess } from './installation-access.ts';
import { readLocalEnvironment, type LocalEnvironment } from './local-environment.ts';
import { claimRunning, type Addresses, type Claim } from './state/running-file.ts';
import { prepareStateFolder, stateFolderAt, type StateFolder } from './state/state-folder.ts';
import type { Guard } from './storage/begin-guard.ts';
import { openOwnStorage } from './storage/open-own-storage.ts';
import { namedEngine, openStorage, type Storage, type StorageSource } from './storage/open-storage.ts';

export interface InstallationOptions {
  readonly stateDir: string;
  readonly env: Environment;
  /** The engine's guard, if started early; stopped with the installation. */
  readonly guard?: Guard;
  readonly onNotice?: (text: string) => void;
}

const waitMsMax = 30_000;
const pollMs = 100;

/**
 * Opens an installation's tables: the running one's, or with an embedded engine until `close`. Creates an installation
 * in an empty folder. Throws CannotStartError, EnvironmentError and the engine's start errors.
 */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const closers = newClosers();
  return closedOnFailure(closers, async () => {
    const opened = await openTables(options, closers);
    return { ...opened.stores, ...accessTo(accessOf(opened), closers) };
  });
}

export interface OpenedTables {
  readonly folder: StateFolder;
  readonly env: LocalEnvironment;
  readonly storage: Storage;
  readonly running: Addresses | undefined;
  readonly stores: Omit<Installation, keyof InstallationAccess>;
}

export function accessOf({ folder, running }: OpenedTables) {
  return { folder, isRunning: running !== undefined };
}

/** Opens the tables and registers them in `closers`, also when it fails midway. */
export async function openTables(options: InstallationOptions, closers: Closers): Promise<OpenedTables> {
  const { guard, onNotice = () => {} } = options;
  if (guard !== undefined) {
    closers.add(async () => guard.stop());
  }
  const env = readLocalEnvironment(options.env);
  const folder = stateFolderAt(options.stateDir);
  prepareStateFolder(folder).forEach(onNotice);
  const right = await claimOrJoin(folder);
  if (right.kind === 'claimed') {
    closers.add(() => right.claim.giveBack());
  }
  const running = right.kind === 'joined' ? right.addresses : undefined;
  const source = engineOf({ env, running });
  const terms = { isFollowed: false, guard };
  const storage = await (source === undefined
    ? openOwnStorage(folder, { ...terms, onTrouble: onNotice })
    : openStorage(source, terms));
  closers.add(async () => storage.close());
  return { folder, env, storage, running, stores: storesOn(storage) };
}

/** A running engine; undefined for none. */
function engineOf({
  env,
  running,
}: {
  readonly env: LocalEnvironment;
  readonly running: Addresses | undefined;
}): StorageSource | undefined {
  const endpoint = env.dynamoEndpoint ?? running?.dynamo;
  return endpoint === undefined
    ? undefined
    : namedEngine(endpoint, running?.dynamo === endpoint ? running.dynamoAccessKeyId : env.dynamoAccessKeyId);
}

type Right =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'joined'; readonly addresses: Addresses };

/** Another command ends soon, and a starting installation soon answers. */
async function claimOrJoin(folder: StateFolder): Promise<Right> {
  const deadlineMs = Date.now() + waitMsMax;
  for (;;) {
    const outcome = claimRunning(folder.runningFile, 'command');
    if (outcome.kind === 'claimed') {
      return outcome;
    }
    const { by } = outcome;
    if (by.addresses !== undefined) {
      return { kind: 'joined', addresses: by.addresses };
    }
    if (Date.now() > deadlineMs) {
      throw new CannotStartError(
        `Process ${by.pid} has been at work on ${folder.dir} for a while; wait for it, or choose another folder with --state`,
      );
    }
    await sleep(pollMs);
  }
}

export async function closedOnFailure<T>(closers: Closers, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}
