import type { Json } from '../../../json.ts';
import { compareSecretStates } from '../compare-secret.ts';
import { isUnset } from '../../tree.ts';
import { quoted } from '../../words/name-list.ts';
import type { Entry, EntryVerdict } from './entry.ts';

/** An entry of which no value is looser than another. */
export function verdictOnPlain({ name, before, after, shape }: Entry): EntryVerdict {
  const verb = isUnset(before) ? 'added' : isUnset(after) ? 'removed' : 'changed';
  const { severity, redirectingSeverity = severity } = shape;
  const effect = `The ${shape.noun} ${quoted(name)} was ${verb}.`;
  if (redirectingSeverity === severity || isUnset(after) || !isRedirecting(name, after)) {
    return { direction: 'changed', severity, effect };
  }
  const notes = ['Graver than usual: by its name or value it decides where requests go, or with whose key (assumed).'];
  return { direction: 'changed', severity: redirectingSeverity, effect, notes };
}

const redirectingNames =
  /base|url|uri|proxy|host|endpoint|gateway|server|key|token|secret|auth|cred|header|verify|tls|ssl|cert/iu;

function isRedirecting(name: string, value: Json | undefined): boolean {
  const isAddress = typeof value === 'string' && /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\//iu.test(value);
  return (
    isAddress || (redirectingNames.test(name) && !/(?:^|_)max_?tokens|tokens?_(?:max|limit)|max\w*tokens$/iu.test(name))
  );
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
