import type { ExportOrigin } from '../../shared/evidence/evidence-record.ts';

/** Where the exports of tests come from. */
export const anOrigin: ExportOrigin = {
  organization: 'acme',
  platform: 'platform.example',
  exportedBy: 'ann@acme.example',
  approvedChangers: ['ada@example.com'],
};
