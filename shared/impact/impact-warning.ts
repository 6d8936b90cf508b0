export interface ImpactWarning {
  readonly kind: WarningKind;
  readonly scope?: string;
  readonly text: string;
}

export const warningKinds = [
  'team-without-members',
  'metadata-unknown',
  'member-of-two-teams',
  'below-used',
  'binds-nobody',
  'model-unknown',
  'default-replaced',
  'teams-over-organization',
  'reserved-beyond-pool',
  'doubtful-data',
  'held',
] as const;
export type WarningKind = (typeof warningKinds)[number];
