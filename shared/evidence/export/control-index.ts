import { catalogue } from '../../control-diff/catalogue/catalogue.ts';
import { compareControls, controlNames } from '../../control-diff/catalogue/control-names.ts';
import type { ChangeRow } from './change-row.ts';

const revisionsMax = 100;

export interface ControlRow {
  readonly framework: string;
  readonly control: string;
  readonly name: string;
  readonly settings: readonly string[];
  readonly changes: number;
  readonly loosened: number;
  readonly openLoosenings: number;
  readonly revisions: readonly string[];
}

/** Returns every control that settings relate to, with its listed changes, even if there are none. */
export function controlIndex(rows: readonly ChangeRow[]): readonly ControlRow[] {
  const ids = new Set([...Object.keys(controlNames), ...rows.flatMap(({ controlIds }) => controlIds)]);
  return [...ids].toSorted(compareControls).map((control) => {
    const own = rows.filter(({ controlIds }) => controlIds.includes(control));
    const loosened = own.filter(({ status }) => status !== null);
    const known = Object.hasOwn(controlNames, control) ? controlNames[control] : undefined;
    return {
      framework: known?.framework ?? 'of an earlier catalogue',
      control,
      name: known?.name ?? '',
      settings: settingsOf(control),
      changes: own.length,
      loosened: loosened.length,
      openLoosenings: loosened.filter(({ status }) => status === 'open').length,
      revisions: [...new Set(own.map(({ revision }) => String(revision)))].slice(-revisionsMax),
    };
  });
}

function settingsOf(control: string): readonly string[] {
  const own = catalogue.filter(({ controlIds }) => controlIds.includes(control));
  return [...new Set(own.map(({ field }) => /^[^.[]+/u.exec(field)?.[0] ?? field))];
}
