import type { RecordStore } from '../../kernel/records/ports.ts';
import type { NameKey } from '../../kernel/records/record-kind.ts';
import type { Approval, ComputerRecord } from '../computer-record.ts';
import { decideComputer, type ComputerDecision } from '../decide-computer.ts';
import { describeNext, describeVerdict } from '../describe-computer.ts';
import { desiredFleet, type DesiredComputer } from '../desired-fleet.ts';
import type { FleetEntry } from '../fleet-entry.ts';
import type { ComputerStore, FleetFacts } from '../ports.ts';
import { stepTitle } from '../seen-computer.ts';
import type { ComputerSettings } from './computers-work.ts';

/** A computer of the list as last read; `undefined` before the first reading. */
interface ListedComputer {
  readonly desired: DesiredComputer;
  readonly record: ComputerRecord;
  readonly decision: ComputerDecision | undefined;
}

export interface ListedFleet {
  readonly computers: readonly ListedComputer[];
  readonly invalid: readonly { readonly key: string; readonly problem: string }[];
  readonly doubles: readonly { readonly name: string; readonly entries: readonly string[] }[];
}

/** Every computer of the list from the tables: its last reading, and what would follow now. */
export async function listFleet(
  { fleet, computers }: { readonly fleet: RecordStore<NameKey, FleetEntry>; readonly computers: ComputerStore },
  settings: ComputerSettings['computers'],
  at: string,
): Promise<ListedFleet> {
  const { records, invalid } = await fleet.list();
  const known = await computers.read();
  const byName = new Map(known.records.map((record) => [record.name, record]));
  const approvals = new Map(known.approvals.map((approval): [string, Approval] => [approval.name, approval]));
  const desired = desiredFleet(records);
  const terms = { at, terms: settings, words: known.facts.words, approvals };
  return {
    computers: desired.computers.map((each) => {
      const record = readLast(byName.get(each.name) ?? { name: each.name, attempts: [] }, known.facts);
      const decision = record.readAt === undefined ? undefined : decideComputer(each, record, terms);
      return { desired: each, record, decision };
    }),
    invalid,
    doubles: desired.doubles,
  };
}

/** A run that reads the whole list writes only changes, so the record may be older than the reading. */
function readLast(record: ComputerRecord, { wholeAt }: FleetFacts): ComputerRecord {
  const isOlder = record.readAt !== undefined && wholeAt !== undefined && record.readAt < wholeAt;
  return isOlder ? { ...record, readAt: wholeAt } : record;
}

export function computerDocument({ desired, record, decision }: ListedComputer) {
  const verdict = decision?.verdict;
  const step = verdict !== undefined && 'step' in verdict ? verdict.step : undefined;
  const next = decision?.next;
  return {
    name: desired.name,
    entry: desired.entry.name,
    /** `unread` before the first reading. */
    status: verdict?.kind ?? 'unread',
    step: step === undefined ? null : stepTitle(step),
    error: step?.error ?? null,
    next: next === undefined || next.kind === 'nothing' ? null : { kind: next.kind, detail: describeNext(next) },
    action: next?.kind === 'act' ? next.action : null,
    id: record.found?.id ?? null,
    provider: record.found?.provider ?? desired.entry.provider ?? null,
    readAt: record.readAt ?? null,
    owner: desired.entry.owner ?? null,
    note: desired.entry.note ?? null,
  };
}

/** What the next run would do, and with whose approval. */
export function actionDocuments({ computers }: ListedFleet) {
  return computers.flatMap(({ desired, decision }) =>
    decision?.next.kind === 'act'
      ? [
          {
            name: desired.name,
            action: decision.next.action,
            cause: decision.next.cause,
            detail: describeVerdict(decision),
            allowedBy: decision.next.allowedBy === 'nobody' ? null : decision.next.allowedBy,
          },
        ]
      : [],
  );
}

export function fleetStatus({ computers }: ListedFleet) {
  const count = (...statuses: readonly string[]): number =>
    computers.filter((each) => statuses.includes(computerDocument(each).status)).length;
  return {
    listed: computers.length,
    active: count('active'),
    provisioning: count('provisioning'),
    failed: count('failed'),
    hanging: count('hangs'),
    missing: count('missing', 'gone'),
    unknown: count('unknown', 'unread'),
  };
}
