import { CannotStartError } from '../../local/cannot-start-error.ts';
import { claimRunning } from '../../local/state/running-file.ts';
import { prepareStateFolder, stateFolderAt, tablesOf, type StateFolder } from '../../local/state/state-folder.ts';
import { backupAt, describeNoBackup, listBackups, restoreTables } from '../../local/state/tables-backups.ts';
import { lookAtTables } from '../../local/state/tables-file.ts';
import { openOwnStorage } from '../../local/storage/open-own-storage.ts';
import { doubtLimits } from '../../shared/enforcement/use-cases/doubt-limits.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { storesOn } from '../../shared/wiring/stores.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { stateDirOf } from '../frame/connection/state-dir.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { restoreDeployed } from './restore-deployed.ts';

interface RestoreOptions {
  readonly backup: string | undefined;
  readonly from?: string;
  readonly yes?: true;
}

/** `restore [BACKUP]`: nothing may be at work on the folder. */
export async function restore(context: CommandContext, { backup, from, yes }: RestoreOptions): Promise<ExitCode> {
  const { chosen } = context;
  if (chosen.kind === 'deployment') {
    return restoreDeployed(context, { name: chosen, table: backup, from, ...(yes && { yes }) });
  }
  if (from !== undefined) {
    throw wrongUsage('--from is for a table of a deployment: name it with --deployment STAGE/ORGANIZATION');
  }
  const folder = stateFolderAt(await stateDirOf(context, chosen));
  prepareStateFolder(folder).forEach((text) => context.note(text));
  const outcome = claimRunning(folder.runningFile, 'command');
  if (outcome.kind === 'taken') {
    throw new CannotStartError(
      `Process ${outcome.by.pid} is at work on ${folder.dir}; stop it, with Ctrl-C where it is npm start, and try again`,
    );
  }
  try {
    return await restoreIn(folder, context, { backup, ...(yes && { yes }) });
  } finally {
    outcome.claim.giveBack();
  }
}

async function restoreIn(folder: StateFolder, context: CommandContext, { backup, yes }: Omit<RestoreOptions, 'from'>) {
  const id = tablesOf(folder)?.id;
  const file = backup === undefined ? listBackups(folder, id)[0]?.file : backupAt(folder, backup);
  if (file === undefined) {
    throw new CommandError(`${describeNoBackup(folder)}; give the path of one of your own`);
  }
  const isSound = lookAtTables(folder.engineFile).kind === 'tables';
  if (isSound && yes !== true && !(await isAgreed(context, file))) {
    context.print({ json: { restored: null, replaced: null }, text: 'Nothing was changed.' });
    return exitCodes.done;
  }
  const replaced = restoreTables(folder, file, { id, nowMs: context.io.now() });
  await doubtLimitsIn(folder, context);
  const aside = replaced === undefined ? '' : ` What was there is ${replaced}.`;
  context.print({
    json: { restored: file, replaced: replaced ?? null },
    text: `The tables are those of ${file} again.${aside}`,
  });
  context.note(
    'Run "npx curfew run enforce" to set limits by them: it sends every one. Acknowledge the alert of the evidence that follows.',
  );
  return exitCodes.done;
}

/** What was sent since the backup is not in it, and may be in force. */
async function doubtLimitsIn(folder: StateFolder, context: CommandContext): Promise<void> {
  const storage = await openOwnStorage(folder, { isFollowed: false, onTrouble: (text) => context.note(text) });
  try {
    const { limits, leases } = storesOn(storage);
    await doubtLimits({ clock: systemClock, ids: randomIds, limits, leases });
  } finally {
    await storage.close();
  }
}

async function isAgreed({ io, options }: CommandContext, file: string): Promise<boolean> {
  if (options.json !== true && io.confirm !== undefined) {
    return io.confirm(`The present tables can be read, and what came after ${file} is not in it. Put it back?`);
  }
  throw wrongUsage(
    'The present tables can be read, and there is no terminal to ask on; add --yes to move them aside. Nothing was changed',
  );
}
