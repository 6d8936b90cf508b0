import type { EvidenceFilter } from '../../shared/evidence/export/evidence-filter.ts';

/** An export of everything. */
export const noFilter: EvidenceFilter = {
  control: [],
  direction: [],
  severity: [],
  path: [],
  actor: [],
  acceptor: [],
  ticket: [],
};
