import { expect, test } from 'vitest';

import { readPastedTeams, teamForm } from '../../../console/pages/teams/team-form.ts';
import { changeWords, draftOf, saidOf } from '../../../console/parts/editing/record-form.ts';

test('pasted members are a row each, in whichever order the columns stand', () => {
  expect(readPastedTeams('web\tann@acme.example\nweb\t*@web.example').csv).toBe(
    'team,member\nweb,ann@acme.example\nweb,*@web.example',
  );
  expect(readPastedTeams('Members;Team\n"a@acme.example;b@acme.example";web').csv).toBe(
    'team,member\nweb,a@acme.example\nweb,b@acme.example',
  );
});

test('a pasted team without a member keeps its row, so that the API finds fault with it', () => {
  expect(readPastedTeams('team,member\nweb,')).toEqual({ csv: 'team,member\nweb,' });
});

test('what cannot be read as teams says why', () => {
  expect(readPastedTeams('team,email\nweb,a@acme.example').problem).toContain('member');
  expect(readPastedTeams('team,member').problem).toBe('There is no row yet');
});

test('of a team that is edited only what changed is said, and its position stays where none is given', () => {
  const base = draftOf(teamForm, { members: ['a@acme.example'], position: 2 });

  expect(saidOf(teamForm, base, { ...base, members: ' a@acme.example \n' })).toEqual({});
  expect(JSON.stringify(saidOf(teamForm, base, { members: 'b@acme.example', position: '' }))).toBe(
    '{"members":["b@acme.example"]}',
  );
});

test('members are shown beside each other in the history', () => {
  expect(changeWords(teamForm, { members: ['a'] }, { members: ['a', 'b'] })).toEqual(['Members a → a; b']);
});
