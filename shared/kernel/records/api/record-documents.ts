import { budgetRecord } from '../../../budgets/contract/budget.ts';
import type { InvalidBudget } from '../../../budgets/invalid-budget.ts';
import { exemptionRecord, topUpRecord } from '../../../grants/contract/grant.ts';
import { exemptionStatus, type Exemption } from '../../../grants/exemption.ts';
import { grantTerms } from '../../../grants/grant.ts';
import { topUpStatus, type TopUp } from '../../../grants/top-up.ts';
import type { Day } from '../../time/day.ts';
import { fieldsOf, type RecordCodec } from '../contract/record.ts';
import { changed, termsIn, type RecordChange } from '../diff-records.ts';
import type { RecordVersion } from '../record-edit.ts';
import { keyText, type PlainFields, type Stamp } from '../record-kind.ts';
import type { ImportPlan } from '../use-cases/import-records.ts';

/** A record as the JSON documents show it. */
export function recordDocument<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  stored: Terms & Stamp,
): PlainFields & Stamp {
  const { version, updatedBy, updatedAt } = stored;
  return { ...record.document(termsIn(stored)), version, updatedBy, updatedAt };
}

/** A change of a record as the JSON documents show it. */
export function changeDocument<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, change: RecordChange<Terms>) {
  return {
    change: change.kind,
    ...keyDocument(record, changed(change)),
    before: change.kind === 'add' ? null : recordDocument(record, change.before),
    after: change.kind === 'remove' ? null : record.document(change.after),
  };
}

function keyDocument<Key, Terms extends Key>(record: RecordCodec<Key, Terms>, terms: Terms): PlainFields {
  const names = new Set(Object.keys(record.kind.plainKey(terms)));
  const plain = record.format(terms);
  return Object.fromEntries(
    fieldsOf(record).flatMap(([name, { as }]) => (names.has(name) ? [[as ?? name, plain[name] ?? null]] : [])),
  );
}

/** A change that could not be made. */
export type FailedChange = Readonly<Record<string, unknown>> & { readonly problem: string };

/** What an import would do to one table, as the JSON documents show it. */
export function importDocument<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  plan: ImportPlan<Terms>,
  failed: readonly FailedChange[] = [],
) {
  return {
    changes: plan.changes.map((change) => changeDocument(record, change)),
    unchanged: plan.unchanged,
    notInFile: plan.unnamed.map((stored) => keyText(record.kind, stored)),
    blocked: plan.blocked,
    failed,
  };
}

/** A row of the budgets that cannot be read, and the version in force in its place. */
export function invalidBudgetDocument({ scope, window, problem, lastValid }: InvalidBudget) {
  const inForce = lastValid === undefined ? null : recordDocument(budgetRecord, lastValid);
  return { scope, window, problem, inForce };
}

/** A record that was granted for a time, with what Curfew noted of it and where it stands now. */
export function grantedDocument<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  {
    terms,
    noted,
    status,
  }: {
    readonly terms: Terms;
    readonly noted: {
      readonly id: string;
      readonly createdBy: string;
      readonly createdAt: string;
      readonly endedAt?: string;
      readonly version: number;
    };
    readonly status: 'upcoming' | 'in-force' | 'over' | 'expired' | 'ended';
  },
) {
  const { id, createdBy, createdAt, endedAt = null, version } = noted;
  return { id, ...record.document(terms), status, createdBy, createdAt, endedAt, version };
}

/** Whether a list shows a granted record unless all are wanted. */
export function isCurrent({ status }: { readonly status: string }): boolean {
  return status === 'in-force' || status === 'upcoming';
}

/** A top-up, and where it stands on a day. */
export function topUpDocument(topUp: TopUp, today: Day) {
  const { scope } = topUp;
  const status = topUpStatus(topUp, today);
  const email = scope.kind === 'user' ? scope.email : null;
  return { ...grantedDocument(topUpRecord, { terms: grantTerms(topUp), noted: topUp, status }), email };
}

/** An exemption, and where it stands on a day. */
export function exemptionDocument(exemption: Exemption, today: Day) {
  const status = exemptionStatus(exemption, today);
  return grantedDocument(exemptionRecord, { terms: grantTerms(exemption), noted: exemption, status });
}

/** Versions in the order of their moments, each with what was before it of the same record. */
export function versionDocuments<Version extends RecordVersion<unknown>, Names extends object, Shown>(
  versions: readonly Version[],
  {
    key,
    names,
    shown,
  }: {
    /** Tells the records apart. */
    readonly key: (version: Version) => string;
    readonly names: (version: Version) => Names;
    /** What the version holds; undefined for a removal. */
    readonly shown: (version: Version) => Shown | undefined;
  },
) {
  const rows = [...Map.groupBy(versions, key).values()].flatMap((own) => {
    const ascending = own.toSorted((a, b) => a.version - b.version);
    return ascending.map((each, index) => {
      const { version, at, by, way } = each;
      const earlier = ascending[index - 1];
      const before = earlier === undefined ? null : (shown(earlier) ?? null);
      return { ...names(each), version, at, by, way, before, after: shown(each) ?? null };
    });
  });
  return rows.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
