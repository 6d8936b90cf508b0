import { teamRecord } from '../../../shared/teams/contract/team.ts';
import type { EditedRecord } from '../../parts/editing/edited-record.tsx';
import { formOf } from '../../parts/editing/form-of.ts';
import type { RecordForm } from '../../parts/editing/record-form.ts';
import { readPastedElements } from '../../parts/importing/record-table.ts';
import type { ImportKind, PastedFile } from '../../parts/importing/use-import.ts';

export const teamForm = formOf(teamRecord, ['name']);

/** A team as it is edited. `name`: empty while it is not chosen. */
export function editedTeam(name: string): EditedRecord<(typeof teamForm.fields)[number]['name']> {
  return { calls: 'teams', one: 'team', form: teamForm, named: { name } };
}

export const teamImport: ImportKind = {
  kind: 'teams',
  one: 'team',
  form: teamForm as RecordForm<string>,
  keyText: ({ team }) => String(team),
};

/** Reads pasted members, a row each or several in a cell, as a file of teams. */
export function readPastedTeams(text: string): PastedFile {
  return readPastedElements(teamRecord, text);
}
