import { budgetKind } from '../../../budgets/budget.ts';
import { parseScope } from '../../../budgets/scope.ts';
import { windowKinds } from '../../../budgets/window.ts';
import { canonicalJson } from '../../../controls/json.ts';
import { exemptionKind, type Grant } from '../../../grants/exemption.ts';
import { grantTerms } from '../../../grants/grant.ts';
import { topUpKind } from '../../../grants/top-up.ts';
import type { JournalEntry, JournalValue } from '../../../journal/journal-entry.ts';
import { teamKind } from '../../../teams/team.ts';
import { termsIn } from '../diff-records.ts';
import type { AdoptingStore, BudgetStore, GrantKey, GrantStore, TeamStore } from '../ports.ts';
import { directEditor, findDirectEdit, recordOfVersion, type RecordEdit } from '../record-edit.ts';
import { diffTerms, type EditedKind, type NameKey } from '../record-kind.ts';
import { editEntry, type FoundVersion } from './edit-record.ts';

export type EditableRow =
  | { readonly table: 'budgets'; readonly scope: string; readonly window: string }
  | ({ readonly table: 'teams' } & NameKey)
  | ({ readonly table: 'grants' } & GrantKey);

export interface AdoptPorts {
  readonly budgets: Pick<BudgetStore, 'find' | 'adopt'>;
  readonly teams: Pick<TeamStore, 'find' | 'adopt'>;
  readonly grants: GrantStore;
}

export type Adopted = 'adopted' | 'own' | 'invalid';

/**
 * Checks one changed row: a valid direct edit gets its version, history and journal entry. A row that Curfew wrote has
 * its version already; an unreadable row stays as it is. `at`: ISO instant of the look. Throws StaleRecordError when
 * the row changes meanwhile.
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

async function adoptBudget(
  { budgets }: AdoptPorts,
  row: Extract<EditableRow, { table: 'budgets' }>,
  at: string,
): Promise<Adopted> {
  const found = await budgets.find({ scope: row.scope, window: row.window });
  const scope = parseScope(row.scope);
  const window = windowKinds.find((kind) => kind === row.window);
  return scope === undefined || window === undefined
    ? 'invalid'
    : adoptRecord({ kind: budgetKind, store: budgets, found }, { scope, window }, at);
}

async function adoptTeam({ teams }: AdoptPorts, { name }: NameKey, at: string): Promise<Adopted> {
  return adoptRecord({ kind: teamKind, store: teams, found: await teams.find({ name }) }, { name }, at);
}

async function adoptRecord<Key, Terms extends Key>(
  {
    kind,
    store,
    found,
  }: {
    readonly kind: EditedKind<Key, Terms>;
    readonly store: AdoptingStore<Key, Terms>;
    readonly found: FoundVersion<Terms>;
  },
  key: Key,
  at: string,
): Promise<Adopted> {
  const { row, last } = found;
  if (row.kind === 'invalid') {
    return 'invalid';
  }
  const edit = findDirectEdit<Key, Terms>(
    key,
    {
      row:
        row.kind === 'record'
          ? { version: row.record.version, by: row.record.updatedBy, terms: termsIn<Terms>(row.record) }
          : undefined,
      last,
      isSame: (before, after) => diffTerms(kind, termsIn(before), after).length === 0,
    },
    at,
  );
  if (edit === undefined) {
    return 'own';
  }
  const before = last && recordOfVersion(last);
  await store.adopt(edit, editEntry(kind, edit, { before, id: `version-${edit.version}` }));
  return 'adopted';
}

async function adoptGrant({ grants }: AdoptPorts, { kind, id }: GrantKey, at: string): Promise<Adopted> {
  const key = { kind, id };
  const { row, last } = await grants.find(key);
  if (row.kind === 'invalid') {
    return 'invalid';
  }
  const grant = row.kind === 'record' ? row.record : undefined;
  const found = findDirectEdit<GrantKey, Grant>(
    key,
    {
      // A grant's terms include who made it; its last editor is in its versions only.
      row: grant && { version: grant.version, by: last?.by ?? '', terms: grant },
      last,
      isSame: (before, after) => canonicalJson({ ...before }) === canonicalJson({ ...after }),
    },
    at,
  );
  if (found === undefined) {
    return 'own';
  }
  const { version, terms: changed } = found;
  const terms = changed && { ...changed, version, createdBy: last?.terms?.createdBy ?? directEditor };
  const edit = { ...found, ...(terms && { terms }) };
  await grants.adopt(edit, grantEntry(edit, last?.terms));
  return 'adopted';
}

function grantEntry(
  { key: { kind, id }, version, by, at, way, terms }: RecordEdit<GrantKey, Grant>,
  before: Grant | undefined,
): JournalEntry {
  const known = terms ?? before;
  return {
    id: `${kind}/${id}/version-${version}`,
    at,
    kind: `${kind}-changed`,
    actor: by,
    subject: known === undefined ? undefined : subjectOf(known),
    detail: { grant: id, way, before: shownGrant(before), after: shownGrant(terms) },
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
