import type { Severity } from '../../notifications/severity.ts';
import { compareControls } from './control-names.ts';
import type { SetShape, SwitchShape } from './field-rule.ts';

const byTheme = {
  configuration: ['CC7.1', 'CC8.1', 'A.8.9', 'A.8.32', 'ID.RA-07', 'PR.PS-01'],
  access: ['CC6.1', 'CC6.3', 'A.5.15', 'A.8.2', 'A.8.3', 'PR.AA-05'],
  threats: ['CC6.6', 'CC6.8', 'PR.PS-05'],
  transmission: ['CC6.7', 'A.8.12', 'PR.DS-02'],
  evidence: ['CC7.2', 'CC7.3', 'A.5.28', 'A.8.15', 'A.8.16', 'DE.CM-09', 'PR.PS-04'],
  cloud: ['A.5.23', 'DE.CM-06'],
} as const;

/** Returns the ids for some themes; every setting also belongs to configuration. */
export function controlsOf(...themes: readonly (keyof typeof byTheme)[]): readonly string[] {
  const ids = new Set(['configuration' as const, ...themes].flatMap((theme): readonly string[] => byTheme[theme]));
  return [...ids].toSorted(compareControls);
}

type SwitchTerms = SwitchShape['effects'] & Pick<SwitchShape, 'list' | 'tightenedSeverity' | 'unsetSeverity'>;

/** A switch that protects: off is loosened; unset is as serious unless stated otherwise. */
export function protection(severity: Severity, { on, off, unset, ...more }: SwitchTerms): SwitchShape {
  return { kind: 'switch', loose: 'off', severity, unsetSeverity: severity, effects: { on, off, unset }, ...more };
}

export function permission(severity: Severity, { on, off, unset, ...more }: SwitchTerms): SwitchShape {
  return { kind: 'switch', loose: 'on', severity, effects: { on, off, unset }, ...more };
}

/** Unless stated otherwise, an empty list and a missing one allow nothing. */
type ListTerms = Omit<SetShape, 'element' | 'kind' | 'reach' | 'severity' | 'side' | 'tiers'> &
  Partial<Pick<SetShape, 'tiers'> & { readonly reach: Partial<SetShape['reach']> }>;

export function allowList(element: SetShape['element'], severity: Severity, terms: ListTerms): SetShape {
  const reach = { empty: 'nothing', unset: 'as-empty', ...terms.reach } as const;
  return { kind: 'set', element, side: 'allow', severity, tiers: [], ...terms, reach };
}

export function denyList(element: SetShape['element'], severity: Severity, terms: ListTerms): SetShape {
  return { ...allowList(element, severity, terms), side: 'deny' };
}
