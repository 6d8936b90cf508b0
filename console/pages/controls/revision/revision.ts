import type { OperationDocument } from '../../../../shared/kernel/contract/contracts.ts';

export type TimelineRow = OperationDocument<'listTimeline'>['rows'][number];
export type Revision = OperationDocument<'showRevision'>;
export type Change = Revision['changes'][number];
export type Verification = OperationDocument<'verifyEvidence'>;

/** The author of a revision, as far as known to the platform. */
export function actorName({ name, email, id }: Revision['actor']): string {
  return name ?? email ?? id ?? 'an unknown author';
}

/** A value of the settings as it stands there; what is not set says so. */
export function valueText(value: unknown): string {
  return value === null || value === undefined ? 'not set' : JSON.stringify(value, null, 2);
}
