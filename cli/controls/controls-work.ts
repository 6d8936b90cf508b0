import { existsSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { Installation } from '../../local/installation.ts';
import { localFingerprintKey } from '../../local/fingerprint-key.ts';
import { stateFolderAt } from '../../local/state-folder.ts';
import { secretFingerprint } from '../../shared/adapters/secrets/fingerprint.ts';
import { approvedRetentionDays } from '../../shared/application/controls/compare-controls.ts';
import type { DecisionPorts } from '../../shared/application/controls/decide-on-controls.ts';
import {
  findStoredStep,
  evaluateRevision,
  type EvaluatedRevision,
  type KnownSeries,
} from '../../shared/application/controls/evaluated-revisions.ts';
import type { ReportDeps } from '../../shared/application/controls/judge-revision.ts';
import { initialState } from '../../shared/domain/controls/history/watch-state.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { controlsRules } from '../../shared/wiring/watch-ports.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';

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
export async function storedRevision({ deps, known }: ControlsWork, revision: number): Promise<EvaluatedRevision> {
  const step = await findStoredStep(deps, known, revision);
  if (step === undefined) {
    throw new CommandError(
      `Revision ${revision} is not stored; see "controls list", or run "run controls" to read the history now`,
    );
  }
  return evaluateRevision(deps, step);
}

export function decisionPorts({ decisions, evidence, journal }: Installation): DecisionPorts {
  return { decisions, evidence, journal, ids: randomIds, clock: systemClock };
}

/**
 * Gives what stands in the place of secrets of files: under the key of the installation on this machine where there is
 * one, so that files can be compared with stored revisions, else under one that is forgotten at once. The key of a
 * deployment stays there, since whoever has it can try out secrets: what would be compared with its revisions raises
 * CommandError at the first secret.
 */
export function fingerprintFor(
  { chosen }: Pick<CommandContext, 'chosen'>,
  { isComparedWithStored }: { readonly isComparedWithStored: boolean },
): (secret: string) => string {
  const keyFile = chosen.kind === 'machine' ? stateFolderAt(chosen.stateDir).fingerprintKeyFile : undefined;
  if (keyFile !== undefined && existsSync(keyFile)) {
    return secretFingerprint(localFingerprintKey(keyFile));
  }
  return chosen.kind === 'deployment' && isComparedWithStored
    ? refuseSecret
    : secretFingerprint(randomBytes(32).toString('base64url'));
}

function refuseSecret(): never {
  throw new CommandError(
    'The file holds a secret, which cannot be told apart from those that a deployment knows; give the number of a stored revision, or take the secrets out of the file',
  );
}
