import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { CannotStartError } from './cannot-start-error.ts';

const keyBytes = 32;
const keyForm = /^[0-9a-f]{64}$/;

/**
 * The key of the fingerprints that stand in the place of secrets, made when there is none. It never changes: another
 * one would make every stored fingerprint look like a changed secret. Raises CannotStartError when others may read it.
 */
export function fingerprintKey(file: string): string {
  const key = readOrMake(file);
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new CannotStartError(`${file} can be read by others on this machine; allow it to its owner only (chmod 600)`);
  }
  if (!keyForm.test(key)) {
    throw new CannotStartError(`${file} does not hold a key that Curfew made; put the right one back from a backup`);
  }
  return key;
}

function readOrMake(file: string): string {
  const made = randomBytes(keyBytes).toString('hex');
  try {
    // Whoever comes first makes it, and everybody reads that one.
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return readFileSync(file, 'utf8').trim();
    }
    throw error;
  }
}
