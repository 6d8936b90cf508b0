import { controlNames } from '../../control-diff/catalogue/control-names.ts';
import { escapeHidden } from '../../kernel/texts/hidden-letters.ts';
import type { Severity } from '../../notifications/severity.ts';
import type { EvidenceRecord } from '../evidence-record.ts';
import { loosenings, type ChangeRow } from './change-row.ts';
import type { ExportFile } from './evidence-export.ts';
import { reportRows } from './report-rows.ts';

/** The release of the Open Cybersecurity Schema Framework that findings follow: that of AWS Security Hub. */
const version = '1.6.0';

const classUid = 2_003;
const severityIds: Readonly<Record<Severity, number>> = { info: 1, low: 2, medium: 3, high: 4, critical: 5 };
const severityNames: Readonly<Record<Severity, string>> = {
  info: 'Informational',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
};

/** What each status of a loosening is in the words of the schema. */
const states = {
  open: { activity: [1, 'Create'], status: [1, 'New'], compliance: [3, 'Fail'] },
  accepted: { activity: [2, 'Update'], status: [3, 'Suppressed'], compliance: [2, 'Warning'] },
  reverted: { activity: [3, 'Close'], status: [4, 'Resolved'], compliance: [1, 'Pass'] },
} as const;

/**
 * Returns each loosening of the period as a Compliance Finding (class 2003), one JSON object a line, those that need
 * action first. A finding keeps its `finding_info.uid` when it is accepted or reverted.
 */
export function ocsfExport(record: EvidenceRecord): {
  readonly files: readonly ExportFile[];
  readonly changes: number;
} {
  const rows = loosenings(reportRows(record).changes);
  const lines = rows.map((row) => `${escapeHidden(JSON.stringify(ocsfFinding(row, record.origin)))}\n`);
  return { files: [{ name: 'findings.ocsf.jsonl', text: lines.join('') }], changes: rows.length };
}

/** A loosening as a Compliance Finding. */
export function ocsfFinding(row: ChangeRow, { organization, platform }: EvidenceRecord['origin']) {
  const { activity, status, compliance } = states[row.status ?? 'open'];
  const uid = `curfew/controls/${row.series}/${row.revision}/${row.digest}/${row.index}`;
  return {
    activity_id: activity[0],
    activity_name: activity[1],
    category_uid: 2,
    category_name: 'Findings',
    class_uid: classUid,
    class_name: 'Compliance Finding',
    type_uid: classUid * 100 + activity[0],
    type_name: `Compliance Finding: ${activity[1]}`,
    time: momentsOf(row).changed,
    severity_id: severityIds[row.severity],
    severity: severityNames[row.severity],
    status_id: status[0],
    status: status[1],
    message: row.sentence,
    metadata: {
      version,
      product: { name: 'Curfew', vendor_name: 'Curfew' },
      uid: `${uid}/${row.status ?? 'open'}`,
      original_time: row.changedAt,
      log_name: 'controls',
      tenant_uid: organization === '' ? undefined : organization,
    },
    finding_info: findingInfo(row, uid),
    compliance: {
      control: row.path,
      requirements: row.controlIds,
      standards: standardsOf(row.controlIds),
      status_id: compliance[0],
      status: compliance[1],
    },
    resources: [
      {
        type: 'Organization controls',
        name: organization === '' ? 'organization' : organization,
        uid: platform === '' ? undefined : platform,
      },
    ],
    remediation: { desc: row.before === null ? `Unset ${row.path}.` : `Set ${row.path} back to ${row.before}.` },
    evidences: [evidenceOf(row)],
    comment: row.reasons.length === 0 ? undefined : row.reasons.join('; '),
  };
}

function findingInfo(row: ChangeRow, uid: string) {
  const { changed, noticed, modified } = momentsOf(row);
  return {
    uid,
    title: row.sentence,
    desc: row.why,
    types: ['Loosened control'],
    first_seen_time: changed,
    created_time: noticed,
    modified_time: modified,
    analytic: { type_id: 1, type: 'Rule', name: row.rule, uid: row.rule },
  };
}

/** Unix milliseconds. A change without a valid date has the moment at which it was recorded. */
function momentsOf({ changedAt, noticedAt, recordedAt, revertedAt, acceptedAt }: ChangeRow) {
  const known = (moments: readonly (string | null)[]) =>
    moments.map((moment) => Date.parse(moment ?? '')).find((ms) => !Number.isNaN(ms)) ?? 0;
  const changed = known([changedAt, noticedAt, recordedAt]);
  const noticed = known([noticedAt, recordedAt, changedAt]);
  return {
    changed,
    noticed,
    modified: known([revertedAt, acceptedAt.toSorted().at(-1) ?? null, noticedAt, recordedAt, changedAt]),
  };
}

function standardsOf(controlIds: readonly string[]): readonly string[] {
  return [
    ...new Set(
      controlIds.flatMap((id) => (Object.hasOwn(controlNames, id) ? [controlNames[id]?.framework ?? ''] : [])),
    ),
  ];
}

function evidenceOf(row: ChangeRow) {
  const { before, after, added, removed, authorized, link, hash, tickets, acceptedBy, revertedBy } = row;
  return {
    actor: {
      user: { name: row.actor, uid: row.actorId ?? undefined, email_addr: row.actorEmail ?? undefined },
    },
    data: {
      revision: row.revision,
      before,
      after,
      added,
      removed,
      authorized,
      acceptedBy,
      tickets,
      revertedBy,
      evidenceLink: link,
      evidenceHash: hash,
    },
  };
}
