import { type Json, isUnset } from '../../../controls/json.ts';
import { changed, loosened, tightened, type Verdict } from '../../finding.ts';
import type { MapEntry } from '../../place.ts';
import { quoted } from '../../words/phrases.ts';
import { compareSecretStates } from '../compare-secret.ts';

export function verdictOnPlain({ name, before, after, shape }: MapEntry): Verdict {
  const verb = isUnset(before) ? 'added' : isUnset(after) ? 'removed' : 'changed';
  const { severity, redirectingSeverity = severity } = shape;
  const effect = `The ${shape.noun} ${quoted(name)} was ${verb}.`;
  if (redirectingSeverity === severity || isUnset(after) || !isRedirecting(name, after)) {
    return changed(severity, effect);
  }
  const notes = ['Graver than usual: by its name or value it decides where requests go, or with whose key (assumed).'];
  return changed(redirectingSeverity, effect, { notes });
}

const redirectingNames =
  /base|url|uri|proxy|host|endpoint|gateway|server|key|token|secret|auth|cred|header|verify|tls|ssl|cert/iu;

function isRedirecting(name: string, value: Json | undefined): boolean {
  const isAddress = typeof value === 'string' && /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\//iu.test(value);
  return (
    isAddress || (redirectingNames.test(name) && !/(?:^|_)max_?tokens|tokens?_(?:max|limit)|max\w*tokens$/iu.test(name))
  );
}

export function verdictOnSecretEntry({ name, before, after, shape }: MapEntry): Verdict {
  const noun = `${shape.noun} ${quoted(name)}`;
  return (
    compareSecretStates({ kind: 'secret', noun, severity: shape.severity }, before, after) ??
    changed(shape.severity, `The ${noun} was changed.`, {
      was: isUnset(before) ? 'not set' : 'hidden',
      is: isUnset(after) ? 'not set' : 'hidden',
    })
  );
}

/** Judges an enabled plugin: it runs code on every member's machine. */
export function verdictOnPlugin({ name, before, after, shape }: MapEntry): Verdict {
  const plugin = `The plugin ${quoted(name)}`;
  if (isOn(after) && !isOn(before)) {
    return loosened(shape.severity, `${plugin} now runs on members' machines.`);
  }
  if (isOn(before) && !isOn(after)) {
    return tightened('low', `${plugin} is no longer turned on by the organization.`);
  }
  if (isOn(after)) {
    return changed('medium', `${plugin} is set up differently.`);
  }
  const effect = isUnset(after)
    ? `${plugin} is no longer forbidden by the organization: each member decides.`
    : `${plugin} is off for the organization.`;
  return changed('low', effect);
}

/** Any value that is not clearly off counts as on: an object of options, a version. */
function isOn(value: Json | undefined): boolean {
  return !isUnset(value) && value !== false && value !== 0 && value !== '';
}
