import { fieldsOf } from '../../../shared/kernel/records/contract/record.ts';
import { teamRecord } from '../../../shared/teams/contract/team.ts';
import type { EditedRecord } from '../../parts/editing/edited-record.tsx';
import { formOf } from '../../parts/editing/form-of.ts';
import type { RecordForm } from '../../parts/editing/record-form.ts';
import { readTable, writeTable } from '../../parts/importing/table-text.ts';
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

/** The columns of a file: a row each member. */
const columns = fieldsOf(teamRecord).flatMap(([name, { as = name, rowEach, isOrderOfFile }]) =>
  isOrderOfFile === true ? [] : [rowEach?.as ?? as],
);

/**
 * Reads pasted members, a row each or several in a cell, as a file of teams. Where a header names the columns, they
 * stand in any order.
 */
export function readPastedTeams(text: string): PastedFile {
  const all = readTable(text);
  const head = (all[0] ?? []).map((cell) =>
    cell
      .toLowerCase()
      .trim()
      .replace(/^members$/u, 'member'),
  );
  const hasHeader = head.includes('team');
  const names = hasHeader ? head : ['team', 'member'];
  if (!names.includes('member')) {
    return { csv: '', problem: 'The column member is missing' };
  }
  const given = columns.filter((column) => names.includes(column.toLowerCase()));
  const rows = (hasHeader ? all.slice(1) : all).flatMap((cells) => {
    const cellOf = (column: string): string => cells[names.indexOf(column.toLowerCase())] ?? '';
    const members = cellOf('member')
      .split(/[;\n]/u)
      .map((each) => each.trim());
    return members
      .filter((each, at) => each !== '' || at === 0)
      .map((each) => given.map((column) => (column === 'member' ? each : cellOf(column))));
  });
  return rows.length === 0 ? { csv: '', problem: 'There is no row yet' } : { csv: writeTable([given, ...rows], ',') };
}
