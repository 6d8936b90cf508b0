import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readBudgetFile, type BudgetFile } from '../../../../../../shared/budgets/contract/budget-file.ts';
import {
  formatRecordCsv,
  formatRecordYaml,
} from '../../../../../../shared/kernel/records/contract/files/record-rows.ts';
import { teamRecord } from '../../../../../../shared/teams/contract/team.ts';
import { rules, someTeams } from '../../../../../support/teams.ts';

function csv(text: string): BudgetFile {
  return readBudgetFile(Buffer.from(text), 'csv', 'teams');
}

function yaml(text: string): BudgetFile {
  return readBudgetFile(Buffer.from(text), 'yaml');
}

function notesOf(notes: BudgetFile['problems']): readonly string[] {
  return notes.map(({ at, text }) => `${at}: ${text}`);
}

describe('a CSV file of teams', () => {
  test('names the members of each team, a row each, and with the first of them the order of teams', () => {
    const file = csv('team,member\nweb,Ana@x.example\nsales,*@sales.example\nweb, metadata.unit=web\n');

    expect(file.problems).toEqual([]);
    expect(file.teams.map(({ at, terms, unsaid }) => ({ at, terms, unsaid }))).toEqual([
      { at: 'line 2', unsaid: [], terms: { name: 'web', members: rules('ana@x.example', 'metadata.unit=web') } },
      { at: 'line 3', unsaid: [], terms: { name: 'sales', members: rules('*@sales.example') } },
    ]);
    expect([...file.content]).toEqual(['teams']);
  });

  test.each([
    ['no team', ',a@b.example', 'field "team": "" is empty'],
    ['a name that is too long', `${'x'.repeat(257)},a@b.example`, 'is too long'],
    ['a name with hidden characters', 'w\u202Eeb,a@b.example', 'holds characters that cannot be seen'],
    ['no member', 'web,', 'field "member": "" is no member'],
    ['a member that is none', 'web,ana', 'field "member": "ana" is no member'],
    ['metadata without a value', 'web,metadata.unit', 'field "member": "metadata.unit" lacks a key or a value'],
    ['a row that is too short', 'web', 'has 1 cells'],
  ])('refuses %s, with its line, the field, the value and a remedy', (_title, row, fault) => {
    const [problem = '', ...others] = notesOf(csv(`team,member\n${row}\n`).problems);

    expect(others).toEqual([]);
    expect(problem).toContain('line 2: ');
    expect(problem).toContain(fault);
    expect(problem).toContain(';');
  });

  test.each([
    ['an unknown column', 'team,member,note', 'column "note" is unknown'],
    ['a missing column', 'team', 'missing: column "member"'],
    ['a file without a header row', 'web,ann@acme.example', 'put one first, such as team,member'],
    ['no line at all', '', 'the file is empty'],
    ['a column that would reach into the program', 'team,member,__proto__', 'column "__proto__" is unknown'],
  ])('refuses %s', (_title, firstLine, fault) => {
    expect(notesOf(csv(`${firstLine}\n`).problems).join()).toContain(fault);
  });

  test('refuses the same member twice in one team, and warns of one in two', () => {
    const file = csv('team,member\nweb,a@b.example\nweb,A@b.example\nops,a@b.example\n');

    expect(notesOf(file.problems)).toEqual([
      expect.stringMatching(/^line 3: field "member": "a@b\.example" .*"web" at line 2/u),
    ]);
    expect(notesOf(file.warnings)).toEqual([
      expect.stringMatching(/^line 4: "a@b\.example" .*"ops" and, at line 2, .*"web"/u),
    ]);
  });

  test('refuses a team that a row of the table could not hold', () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => `web,u${index}@b.example`);

    const { problems } = csv(['team,member', ...rows].join('\n'));

    expect(notesOf(problems)).toEqual([expect.stringMatching(/^line 2: team "web": .* too many/u)]);
  });
});

describe('a YAML file of teams', () => {
  test('names all members of a team in one entry, or as the CSV file does', () => {
    const file = yaml(
      [
        'teams:',
        '  - team: web',
        '    members: [Ana@x.example, metadata.unit=web]',
        '  - {team: ops, member: "*@ops.example"}',
        '  - {team: web, members: b@x.example; c@x.example}',
      ].join('\n'),
    );

    expect(file.problems).toEqual([]);
    expect(file.teams.map(({ terms }) => terms)).toEqual([
      { name: 'web', members: rules('ana@x.example', 'metadata.unit=web', 'b@x.example', 'c@x.example') },
      { name: 'ops', members: rules('*@ops.example') },
    ]);
    expect([...file.content]).toEqual(['teams']);
  });

  test('may hold budgets too, and says of which of both it speaks', () => {
    const both = yaml('teams: []\nbudgets: [{scope: "team:web", window: month, amount: 5}]');
    const one = yaml('budgets: []');

    expect(both).toMatchObject({ problems: [], teams: [], budgets: [{ terms: { scope: { name: 'web' } } }] });
    expect([...both.content].toSorted()).toEqual(['budgets', 'teams']);
    expect([...one.content]).toEqual(['budgets']);
  });

  test.each([
    ['an unknown field', 'teams: [{team: web, member: a@b.example, colour: red}]', 'field "colour": is unknown'],
    ['a field that would reach into the program', 'teams: [{__proto__: {a: 1}}]', 'field "__proto__": is unknown'],
    ['no members', 'teams: [{team: web}]', 'field "members": is empty'],
    ['members that are no list', 'teams: [{team: web, members: 5}]', 'field "members": "5" is not a list'],
    ['a member that is no text', 'teams: [{team: web, members: [{a: 1}]}]', '"an object" is not a text'],
    ['a name that is no text', 'teams: [{team: 5, member: a@b.example}]', 'field "team": "5" is not a text'],
    ['teams that are no list', 'teams: {web: [a@b.example]}', '"teams:" is not a list'],
    ['an entry that is no map', 'teams: [web]', 'not a map of fields'],
  ])('refuses %s', (_title, text, fault) => {
    const problems = notesOf(yaml(text).problems).join('\n');

    expect(problems).toContain(fault);
    expect(problems).toContain(';');
  });
});

test('teams that were written are read back as they were, in their order, from either kind of file', () => {
  const names = fc.string({
    unit: fc.constantFrom('a', 'é', '"', "'", '=', '-', '@', ',', ';', '#', ':'),
    minLength: 1,
  });
  const lists = fc.tuple(someTeams, fc.uniqueArray(names, { minLength: 4, maxLength: 4 }));
  fc.assert(
    fc.property(lists, ([teams, spellings]) => {
      const wanted = teams.map(({ members }, index) => ({ name: spellings[index] ?? 'x', members }));

      const written = wanted.map((team, index) => ({ ...team, position: index + 1 }));
      const files = [csv(formatRecordCsv(teamRecord, written)), yaml(formatRecordYaml(teamRecord, 'teams', written))];

      expect(files.map((file) => file.problems)).toEqual([[], []]);
      expect(files.map((file) => file.teams.map(({ terms }) => terms))).toEqual([wanted, wanted]);
    }),
  );
});

test('never lets a cell begin with what a spreadsheet would run', () => {
  const names = fc.tuple(fc.constantFrom('=', '+', '-', '@', ' =', '＝'), fc.string({ maxLength: 5 }));
  fc.assert(
    fc.property(names, ([start, rest]) => {
      const name = `${start}${rest}`;
      const cells = parse(
        formatRecordCsv(teamRecord, [{ name, members: [{ kind: 'metadata', key: name, value: name }], position: 1 }]),
      ).flat();

      expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    }),
  );
});
