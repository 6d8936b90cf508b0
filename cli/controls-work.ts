import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { Installation } from '../local/installation.ts';
import { localFingerprintKey } from '../local/fingerprint-key.ts';
import { stateFolderAt } from '../local/state-folder.ts';
import { secretFingerprint } from '../shared/adapters/secrets/fingerprint.ts';
import { approvedRetentionDays } from '../shared/application/compare-controls.ts';
import type { DecisionPorts } from '../shared/application/decide-on-controls.ts';
import { findStoredStep, judgeStep, type JudgedStep, type KnownSeries } from '../shared/application/judged-steps.ts';
import type { ReportDeps } from '../shared/application/judge-revision.ts';
import { initialState } from '../shared/domain/controls/history/watch-state.ts';
import { randomIds } from '../shared/runtime/random-ids.ts';
import { sha256 } from '../shared/runtime/sha256.ts';
import { systemClock } from '../shared/runtime/system-clock.ts';
import { controlsRules } from '../shared/wiring/watch-ports.ts';
import type { CommonOptions } from './command-context.ts';
import { CommandError } from './command-error.ts';

/** What commands about the stored controls work on. */
export interface ControlsWork {
  readonly deps: ReportDeps;
  readonly known: KnownSeries;
}

/** Raises CannotStartError when the settings of the installation are not valid: they weigh what is shown. */
export async function controlsWork(installation: Installation): Promise<ControlsWork> {
  const { revisions, watchState, decisions } = installation;
  const retentionDays = await approvedRetentionDays({ decisions });
  const policy = installation.readSettings().controls;
  return {
    deps: { revisions, diff: controlsRules(policy).diff, policy, retentionDays },
    known: (await watchState.read()) ?? initialState,
  };
}

/** One stored revision with what it changed. Raises CommandError when it is not stored. */
export async function storedRevision({ deps, known }: ControlsWork, revision: number): Promise<JudgedStep> {
  const step = await findStoredStep(deps, known, revision);
  if (step === undefined) {
    throw new CommandError(
      `Revision ${revision} is not stored; see "controls list", or run "run controls" to read the history now`,
    );
  }
  return judgeStep(deps, step);
}

export function decisionPorts({ decisions, evidence, journal }: Installation): DecisionPorts {
  return { decisions, evidence, journal, ids: randomIds, clock: systemClock, sha256 };
}

/**
 * Gives what stands in the place of secrets: under the key of the installation where there is one, so that files can be
 * compared with stored revisions, else under one that is forgotten at once.
 */
export function fingerprintFor({ state }: Pick<CommonOptions, 'state'>): (secret: string) => string {
  const { fingerprintKeyFile } = stateFolderAt(state);
  return secretFingerprint(
    existsSync(fingerprintKeyFile) ? localFingerprintKey(fingerprintKeyFile) : randomBytes(32).toString('base64url'),
  );
}
