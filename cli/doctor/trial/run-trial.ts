import { randomUUID } from 'node:crypto';

import { ConfigError } from '../../../infra/config.ts';
import { EnvironmentError } from '../../../shared/kernel/runtime/read-environment.ts';
import type { CliIo } from '../../frame/cli-io.ts';
import { exitCodes, type ExitCode } from '../../frame/exit-codes.ts';
import { platformChecks, platformFindings } from '../platform/platform-checks.ts';
import { runChecks } from '../run-checks.ts';
import { awsChecks } from './aws/aws-checks.ts';
import { type Removal, removeTables, tablePrefix } from './aws/own-tables.ts';
import { cleanUp } from './clean-up.ts';
import { mailChecks } from './mail-checks.ts';
import { nightChecks } from './night-checks.ts';
import { type TrialCheck, openWork, type OpenWork } from './open-work.ts';
import { reporterFor, statusOf } from './reporter.ts';
import {
  configuredOrganization,
  readAwsTarget,
  readOptions,
  readTarget,
  type TrialOptions,
  type TrialTarget,
  UsageError,
} from './target.ts';
import { refusalOf, trialIo, type TrialIo } from './terminal-io.ts';

/** Everything that the trial tries, in this order. */
export const checks: readonly TrialCheck[] = [
  ...awsChecks,
  ...platformChecks,
  ...nightChecks,
  ...platformFindings,
  ...mailChecks,
];

const nothingLeft: Removal = { left: [] };

/** A trial on this terminal. */
export async function runTrialOn(io: CliIo, given: object): Promise<ExitCode> {
  return runTrial(given, trialIo(io));
}

/** The whole of a trial: reads what is wanted, says what is going to be touched, asks, tries, cleans up. */
export async function runTrial(given: object, io: TrialIo): Promise<ExitCode> {
  try {
    const options = readOptions(given);
    const sources = { env: io.env, options, ...(await readSources(options, io)) };
    return options.clean
      ? await cleanUp(readAwsTarget(sources), options, io)
      : await tryTarget(readTarget(sources), options, io);
  } catch (error) {
    if (error instanceof UsageError || error instanceof EnvironmentError || error instanceof ConfigError) {
      io.writeError(
        `${error.message}\n${error instanceof UsageError ? '\n"npx curfew doctor --help" says what there is.\n' : ''}`,
      );
      return exitCodes.wrongUsage;
    }
    throw error;
  }
}

async function readSources({ organization }: TrialOptions, io: TrialIo) {
  const configured =
    organization === undefined ? undefined : configuredOrganization(await io.readConfig(), organization);
  return { configured, sdkRegion: await io.sdkRegion() };
}

async function tryTarget(target: TrialTarget, { json, yes }: TrialOptions, io: TrialIo): Promise<ExitCode> {
  const nowMs = io.now();
  const prefix = tablePrefix(nowMs, randomUUID());
  const reporter = reporterFor(io, { target, prefix, json });
  reporter.announce();
  const refusal = await refusalOf(io, yes, { question: 'Go on?', refused: 'Nothing was touched.' });
  if (refusal !== undefined) {
    return refusal;
  }

  const opened = openWork(target, { prefix, nowMs, signal: io.signal, progress: reporter.progress });
  try {
    const checked = await runChecks(checks, opened.work, reporter).catch(async (error: unknown) => {
      // Our own mistake; what was made goes away all the same.
      await removeAll(opened);
      throw error;
    });
    const madeTables = checked.find(({ check }) => check.name === 'credentials')?.result.kind === 'ok';
    reporter.cleaning();
    const removal = madeTables ? await removeAll(opened) : nothingLeft;
    const end = { checked, madeTables, removal, isStopped: io.signal.aborted };
    reporter.ended(end);
    return statusOf(end) === 'ok' ? 0 : 1;
  } finally {
    opened.close();
  }
}

/** Deletes every name that could have been made, also where an answer was lost. */
async function removeAll({ cleaner, work }: OpenWork): Promise<Removal> {
  return removeTables(cleaner, Object.values(work.tables));
}
