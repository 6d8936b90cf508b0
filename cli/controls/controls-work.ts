import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { localFingerprintKey } from '../../local/fingerprint-key.ts';
import { stateFolderAt } from '../../local/state-folder.ts';
import { secretFingerprint } from '../../shared/adapters/secrets/fingerprint.ts';
import type { DecisionPorts } from '../../shared/application/controls/decide-on-controls.ts';
import type { EvaluatedRevision } from '../../shared/application/controls/evaluated-revisions.ts';
import {
  findRevision,
  openRevisions,
  type RevisionRules,
  type StoredRevisions,
} from '../../shared/application/queries/read-revisions.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { controlsRules } from '../../shared/wiring/controls-rules.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { revisionsAsServed } from '../../shared/wiring/redacted-again.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';

/** Raises CannotStartError when the settings of the installation are not valid: they weigh what is shown. */
export function revisionRules(installation: Installation): RevisionRules {
  const policy = installation.readSettings().controls;
  return { diff: controlsRules(policy).diff, policy };
}

/** The installation, its revisions redacted by one set of rules as far as the platform still serves them. */
export function asServed(installation: Installation): Installation {
  return { ...installation, revisions: revisionsAsServed(installation.revisions) };
}

/** What commands about the stored controls work on. Raises what `revisionRules` raises. */
export async function revisionsOf(installation: Installation): Promise<StoredRevisions> {
  return openRevisions(installation, revisionRules(installation));
}

/** One stored revision with what it changed. Raises CommandError when it is not stored. */
export async function storedRevision(stored: StoredRevisions, revision: number): Promise<EvaluatedRevision> {
  const found = await findRevision(stored, revision);
  if (found === undefined) {
    throw notStored(revision);
  }
  return found;
}

export function notStored(revision: number): CommandError {
  return new CommandError(
    `Revision ${revision} is not stored; see "controls list", or run "run controls" to read the history now`,
  );
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
