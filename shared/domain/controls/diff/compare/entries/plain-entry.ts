import { type Json, isUnset } from '../../../json.ts';
import { compareSecretStates } from '../compare-secret.ts';
import { quoted } from '../../words/phrases.ts';
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

/** An enabled plugin runs its code on every member's machine. */
export function verdictOnPlugin({ name, before, after, shape }: Entry): EntryVerdict {
  const plugin = `The plugin ${quoted(name)}`;
  if (isOn(after) && !isOn(before)) {
    return { direction: 'loosened', severity: shape.severity, effect: `${plugin} now runs on members' machines.` };
  }
  if (isOn(before) && !isOn(after)) {
    return { direction: 'tightened', severity: 'low', effect: `${plugin} is no longer turned on by the organization.` };
  }
  if (isOn(after)) {
    return { direction: 'changed', severity: 'medium', effect: `${plugin} is set up differently.` };
  }
  const effect = isUnset(after)
    ? `${plugin} is no longer forbidden by the organization: each member decides.`
    : `${plugin} is off for the organization.`;
  return { direction: 'changed', severity: 'low', effect };
}

/** Any value that is not clearly off counts as on: an object of options, a version. */
function isOn(value: Json | undefined): boolean {
  return !isUnset(value) && value !== false && value !== 0 && value !== '';
}
