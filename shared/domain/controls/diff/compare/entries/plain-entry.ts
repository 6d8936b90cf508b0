import { compareSecretStates } from '../compare-secret.ts';
import { isUnset } from '../../tree.ts';
import { quoted } from '../../words/name-list.ts';
import type { Entry, EntryVerdict } from './entry.ts';

/** An entry of which no value is looser than another. */
export function verdictOnPlain({ name, before, after, shape }: Entry): EntryVerdict {
  const verb = isUnset(before) ? 'added' : isUnset(after) ? 'removed' : 'changed';
  return { direction: 'changed', severity: shape.severity, effect: `The ${shape.noun} ${quoted(name)} was ${verb}.` };
}

/** An entry whose value is a secret. */
export function verdictOnSecretEntry({ name, before, after, shape }: Entry): EntryVerdict {
  const noun = `${shape.noun} ${quoted(name)}`;
  return (
    compareSecretStates({ kind: 'secret', noun, severity: shape.severity }, before, after) ?? {
      direction: 'changed',
      severity: shape.severity,
      effect: `The ${noun} was changed.`,
      was: isUnset(before) ? 'not set' : 'hidden',
      is: isUnset(after) ? 'not set' : 'hidden',
    }
  );
}
