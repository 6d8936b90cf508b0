import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { wrongUsage } from '../frame/command-error.ts';

/** The number of a revision, where a text is one. A file of that name can be given as `./42`. */
export function revisionIn(text: string): number | undefined {
  return /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}

/** The number of a revision; raises CommandError for anything else. */
export function requireRevision(text: string): number {
  const revision = revisionIn(text);
  if (revision === undefined) {
    throw wrongUsage(`${quotedValue(text)} is not the number of a revision; see "controls list"`);
  }
  return revision;
}
