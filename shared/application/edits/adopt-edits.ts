import type { Grant } from '../../domain/budgets/exemption.ts';
import { budgetKind } from '../../domain/budgets/budget.ts';
import { budgetOfVersion, directEditor } from '../../domain/budgets/budget-version.ts';
import { findDirectEdit } from '../../domain/budgets/direct-edit.ts';
import { grantTerms } from '../../domain/budgets/grant.ts';
import { exemptionKind } from '../../domain/budgets/exemption.ts';
import { parseScope } from '../../domain/budgets/scope.ts';
import { topUpKind } from '../../domain/budgets/top-up.ts';
import { windowKinds } from '../../domain/budgets/window.ts';
import { canonicalJson } from '../../domain/controls/canonical-json.ts';
import type { JournalEntry, JournalValue } from '../../domain/journal/journal-entry.ts';
import { findUnversioned, type KnownVersion, type RecordVersion } from '../../domain/records/direct-edit.ts';
import { termsIn } from '../../domain/records/diff-records.ts';
import { diffTerms } from '../../domain/records/record-kind.ts';
import { teamKind, type TeamTerms } from '../../domain/teams/team.ts';
import { editEntry } from './edit-record.ts';
import type { BudgetRowKey, BudgetStore, FoundRecord, GrantKey, GrantStore, TeamKey, TeamStore } from './ports.ts';

/** A row of a table that people may edit directly. */
export type EditableRow =
  | ({ readonly table: 'budgets' } & BudgetRowKey)
  | ({ readonly table: 'teams' } & TeamKey)
  | ({ readonly table: 'grants' } & GrantKey);

/** The stores whose rows people may edit directly. */
export interface AdoptPorts {
  readonly budgets: Pick<BudgetStore, 'find' | 'adopt'>;
  readonly teams: Pick<TeamStore, 'find' | 'adopt'>;
  readonly grants: Pick<GrantStore, 'find' | 'adopt'>;
}

/** What was found under one key. */
export type Adopted = 'adopted' | 'own' | 'invalid';

/**
 * Looks at one row that has changed: a valid edit that was made directly gets its version, with history and journal.
 * What Curfew wrote itself has its version already, and a row that cannot be read is left as it is. `at`: ISO instant
 * of the look. Raises StaleRecordError when the row moves meanwhile.
 */
export async function adoptEdit(ports: AdoptPorts, row: EditableRow, at: string): Promise<Adopted> {
  switch (row.table) {
    case 'budgets':
      return adoptBudget(ports, row, at);
    case 'teams':
      return adoptTeam(ports, row, at);
    case 'grants':
      return adoptGrant(ports, row, at);
  }
}

async function adoptBudget({ budgets }: AdoptPorts, key: BudgetRowKey, at: string): Promise<Adopted> {
  const { row, ...found } = await budgets.find({ scope: key.scope, window: key.window });
  const scope = parseScope(key.scope);
  const window = windowKinds.find((kind) => kind === key.window);
  if (row.kind === 'invalid' || scope === undefined || window === undefined) {
    return 'invalid';
  }
  const edit = findDirectEdit({ scope, window }, { row, ...found }, at);
  if (edit === undefined) {
    return 'own';
  }
  const before = found.last === undefined ? undefined : budgetOfVersion(found.last);
  const { terms: after, ...facts } = edit.version;
  const made = { ...facts, key: { scope, window }, before, after };
  await budgets.adopt(edit, editEntry(budgetKind, made, `version-${edit.version.version}`));
  return 'adopted';
}

async function adoptTeam({ teams }: AdoptPorts, { name }: TeamKey, at: string): Promise<Adopted> {
  const { row, last } = await teams.find({ name });
  if (row.kind === 'invalid') {
    return 'invalid';
  }
  const team = recordIn(row);
  const found = findUnversioned(
    {
      row: team && { version: team.version, by: team.updatedBy, terms: termsIn<TeamTerms>(team) },
      last: knownOf(last, (record) => termsIn<TeamTerms>(record)),
    },
    (before, after) => diffTerms(teamKind, before, after).length === 0,
  );
  if (found === undefined) {
    return 'own';
  }
  const { version, seenVersion, terms: after } = found;
  const facts = { version, by: directEditor, at, way: 'direct-edit' } as const;
  const record = after && { ...after, version, updatedBy: directEditor, updatedAt: at };
  const entry = editEntry(teamKind, { ...facts, key: { name }, before: last?.record, after }, `version-${version}`);
  await teams.adopt({ key: { name }, seenVersion, made: { ...facts, ...(record && { record }) } }, entry);
  return 'adopted';
}

async function adoptGrant({ grants }: AdoptPorts, { kind, id }: GrantKey, at: string): Promise<Adopted> {
  const key = { kind, id };
  const { row, last } = await grants.find(key);
  if (row.kind === 'invalid') {
    return 'invalid';
  }
  const grant = recordIn(row);
  const found = findUnversioned<Grant>(
    {
      // Who made it is part of what a grant says; who edited it last stands in its versions alone.
      row: grant && { version: grant.version, by: last?.by ?? '', terms: grant },
      last: knownOf(last, (record) => record),
    },
    (before, after) => canonicalJson({ ...before }) === canonicalJson({ ...after }),
  );
  if (found === undefined) {
    return 'own';
  }
  const { version, seenVersion, terms } = found;
  const record = terms && { ...terms, version, createdBy: last?.record?.createdBy ?? directEditor };
  const facts = { version, by: directEditor, at, way: 'direct-edit' } as const;
  const made = { ...facts, ...(record && { record }) };
  await grants.adopt({ key, seenVersion, made }, grantEntry(key, made, last?.record));
  return 'adopted';
}

function recordIn<Kept>(row: FoundRecord<Kept>['row']): Kept | undefined {
  return row.kind === 'record' ? row.record : undefined;
}

function knownOf<Kept, Terms>(
  last: RecordVersion<Kept> | undefined,
  termsOf: (record: Kept) => Terms,
): KnownVersion<Terms> | undefined {
  if (last === undefined) {
    return undefined;
  }
  const { version, by, record } = last;
  return { version, by, ...(record !== undefined && { terms: termsOf(record) }) };
}

/** The journal entry of a grant that was changed directly. */
function grantEntry(
  { kind, id }: GrantKey,
  { version, by, at, way, record }: RecordVersion<Grant>,
  before: Grant | undefined,
): JournalEntry {
  const known = record ?? before;
  return {
    id: `${kind}/${id}/version-${version}`,
    at,
    kind: `${kind}-changed`,
    actor: by,
    ...(known !== undefined && { subject: subjectOf(known) }),
    detail: { grant: id, way, before: shownGrant(before), after: shownGrant(record) },
  };
}

function subjectOf(grant: Grant): string {
  return grant.kind === 'top-up' ? topUpKind.subject(grant) : exemptionKind.subject(grant);
}

function shownGrant(grant: Grant | undefined): JournalValue {
  if (grant === undefined) {
    return null;
  }
  const terms = grant.kind === 'top-up' ? topUpKind.plain(grantTerms(grant)) : exemptionKind.plain(grantTerms(grant));
  const { createdBy, createdAt, endedAt, version } = grant;
  return { ...terms, createdBy, createdAt, ...(endedAt !== undefined && { endedAt }), version };
}
