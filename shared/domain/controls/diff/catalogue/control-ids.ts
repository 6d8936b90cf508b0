/** SOC 2 criteria and ISO 27001:2022 controls by what a setting is about. CONTROLS.md, Control ids to print. */
const byTheme = {
  configuration: ['CC7.1', 'CC8.1', 'A.8.9', 'A.8.32'],
  access: ['CC6.1', 'CC6.3', 'A.8.2', 'A.8.3'],
  threats: ['CC6.6'],
  transmission: ['CC6.7', 'A.8.12'],
  evidence: ['CC7.2', 'CC7.3', 'A.5.28', 'A.8.15', 'A.8.16'],
  cloud: ['A.5.23'],
} as const;

type ControlTheme = keyof typeof byTheme;

/** The ids to print for some themes; every setting is one of configuration as well. SOC 2 first, sorted. */
export function controlsOf(...themes: readonly ControlTheme[]): readonly string[] {
  const ids = new Set(['configuration' as const, ...themes].flatMap((theme): readonly string[] => byTheme[theme]));
  return [...ids].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

function rank(id: string): number {
  return id.startsWith('CC') ? 0 : 1;
}
