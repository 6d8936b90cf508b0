import type { ControlChange } from '../../shared/controls/control-change.ts';
import type { Link } from '../../shared/evidence/chain.ts';
import type { EvidenceRecord } from '../../shared/evidence/evidence-record.ts';
import type { EvidencedStep } from '../../shared/evidence/evidenced-step.ts';
import { recordedChange, type RecordedChange } from '../../shared/evidence/recorded-change.ts';
import type { EvidenceLinks } from '../../shared/evidence/use-cases/read-evidence.ts';
import { anOrigin } from './an-origin.ts';
import { noFilter } from './no-filter.ts';

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

export function aRecordedChange(change: Partial<ControlChange> = {}): RecordedChange {
  return recordedChange(aControlChange(change));
}

export function aStep(step: Partial<EvidencedStep> = {}): EvidencedStep {
  return {
    series: 1,
    revision: 2,
    previous: { series: 1, revision: 1 },
    actor: { id: 'u1', email: 'ada@example.com', name: 'Ada' },
    updatedAt: '2026-03-14T10:00:00Z',
    seenAt: '2026-03-14T10:05:00Z',
    changes: [aRecordedChange()],
    digest: 'd2',
    isRewritten: false,
    isStart: false,
    judged: 'recorded',
    place: { seq: 7, hash: 'ab'.repeat(32), recordedAt: '2026-03-14T10:05:01Z' },
    ...step,
  };
}

export function aRecord(record: Partial<EvidenceRecord> = {}): EvidenceRecord {
  return {
    period: { from: '2026-03-01', through: '2026-03-31' },
    filter: noFilter,
    exportedAt: '2026-04-01T08:00:00Z',
    origin: anOrigin,
    verdict: { kind: 'whole', links: 9, head: { seq: 9, hash: 'cd'.repeat(32) } },
    steps: [aStep()],
    links: [],
    contents: [],
    ...record,
  };
}

/** Links as a store gives them. */
export function evidenceOf(links: readonly Link[]): EvidenceLinks {
  return {
    list: async (fromSeq, countMax) => links.filter(({ seq }) => seq >= fromSeq).slice(0, countMax),
  };
}
