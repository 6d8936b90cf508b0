import { teamRecord } from '../../../shared/teams/contract/team.ts';
import { formOf } from '../../parts/editing/form-of.ts';
import { changeWords } from '../../parts/editing/record-form.ts';
import { readTable, writeTable } from '../../parts/importing/table-text.ts';
import type { ImportKind, PastedFile } from '../../parts/importing/use-import.ts';

/** A team in a form. */
export const teamForm = formOf(teamRecord, ['name']);
export type TeamField = (typeof teamForm.fields)[number]['name'];

/** Teams as an import changes them. */
export const teamImport: ImportKind = {
  content: 'teams',
  one: 'team',
  keyHead: 'Team',
  keyText: (change) => String(change['team'] ?? change['name']),
  changeText: ({ before, after }) => changeWords(teamForm, before, after).join('; '),
};

/**
 * Reads pasted members, a row each or several in a cell, as a file of teams. The columns are team and member, in any
 * order where a header names them.
 */
export function readPastedTeams(text: string): PastedFile {
  const all = readTable(text);
  const head = (all[0] ?? []).map((cell) => cell.toLowerCase().trim());
  const hasHeader = head.includes('team');
  const [team, member] = hasHeader
    ? [head.indexOf('team'), head.findIndex((cell) => /^members?$/u.test(cell))]
    : [0, 1];
  if (member === -1) {
    return { csv: '', problem: 'The column member is missing' };
  }
  const rows = (hasHeader ? all.slice(1) : all).flatMap((cells) => {
    const members = (cells[member] ?? '').split(/[;\n]/u).map((each) => each.trim());
    return members.filter((each, at) => each !== '' || at === 0).map((each) => [cells[team] ?? '', each]);
  });
  return rows.length === 0
    ? { csv: '', problem: 'There is no row yet' }
    : { csv: writeTable([['team', 'member'], ...rows], ',') };
}
