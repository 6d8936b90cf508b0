import type { ControlChange } from '../../shared/domain/controls/control-change.ts';
import type {
  EvidenceRecord,
  EvidencedStep,
  PlacedStep,
} from '../../shared/domain/controls/evidence/evidence-record.ts';
import type { EvidenceLinks } from '../../shared/application/controls/read-evidence.ts';
import type { Link } from '../../shared/domain/controls/evidence/chain.ts';

export function aControlChange(change: Partial<ControlChange> = {}): ControlChange {
  return {
    path: 'sandbox.enabled',
    field: 'sandbox.enabled',
    kind: 'scalar',
    direction: 'loosened',
    severity: 'critical',
    before: true,
    added: [],
    removed: [],
    sentence: 'Agents’ commands now run without isolation.',
    why: 'A command can reach everything its user can.',
    remedy: 'Turn the sandbox on again.',
    controlIds: ['CC6.6', 'A.8.9'],
    notes: [],
    rule: 'sandbox.enabled/1',
    ...change,
  };
}

export function aStep(step: Partial<EvidencedStep> = {}): EvidencedStep {
  return {
    series: 1,
    revision: 2,
    previous: { series: 1, revision: 1 },
    actor: { id: 'u1', email: 'ada@example.com', name: 'Ada' },
    updatedAt: '2026-03-14T10:00:00Z',
    changes: [aControlChange()],
    digest: 'd2',
    ...step,
  };
}

export function aRecord(record: Partial<EvidenceRecord> = {}): EvidenceRecord {
  const placed: PlacedStep = {
    ...aStep(),
    place: { seq: 7, hash: 'ab'.repeat(32), recordedAt: '2026-03-14T10:05:01Z', seenAt: '2026-03-14T10:05:00Z' },
  };
  return {
    period: { from: '2026-03-01', through: '2026-03-31' },
    controlIds: [],
    exportedAt: '2026-04-01T08:00:00Z',
    verdict: { kind: 'whole', links: 9, head: { seq: 9, hash: 'cd'.repeat(32) } },
    steps: [placed],
    links: [],
    ...record,
  };
}

/** Links as a store gives them. */
export function evidenceOf(links: readonly Link[]): EvidenceLinks {
  return {
    list: async (fromSeq, countMax) => links.filter(({ seq }) => seq >= fromSeq).slice(0, countMax),
  };
}
