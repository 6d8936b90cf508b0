import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { localFingerprintKey } from '../../local/state/fingerprint-key.ts';
import { stateFolderAt } from '../../local/state/state-folder.ts';
import { secretFingerprint } from '../../shared/adapters/secrets/fingerprint.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';

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
