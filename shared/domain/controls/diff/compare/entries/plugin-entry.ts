import type { Json } from '../../../json.ts';
import { isUnset } from '../../tree.ts';
import { quoted } from '../../words/name-list.ts';
import type { Entry, EntryVerdict } from './entry.ts';

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
