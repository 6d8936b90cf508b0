import { expect, test } from 'vitest';
import { memoryJournal } from '../../../../shared/adapters/memory/memory-journal.ts';
import { memoryTeamStore } from '../../../../shared/adapters/memory/memory-team-store.ts';
import { editTeam } from '../../../../shared/application/edits/edit-teams.ts';
import { applyTeamImport, planTeamImport } from '../../../../shared/application/edits/import-teams.ts';
import { removeTeam, setTeam } from '../../../../shared/application/edits/set-team.ts';
import { aTeam, rules } from '../../../support/teams.ts';

const ada = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const march = { from: '2026-03-01', through: '2026-03-31' };

function anInstallation() {
  const journal = memoryJournal();
  let count = 0;
  return { journal, teams: memoryTeamStore(journal), ids: { next: () => `id-${(count += 1)}` } };
}

function order(name: string, members: readonly string[], position = 1) {
  return { name, termsFrom: () => ({ name, members: rules(...members), position }) };
}

test('each edit is in the journal with who, before and after', async () => {
  const ports = anInstallation();

  await setTeam(ports, order('web', ['a@b.example']), ada);
  await setTeam(ports, order('web', ['*@b.example'], 4), { ...ada, name: 'bob' });
  await removeTeam(ports, 'web', ada);

  const first = { position: 1, members: ['a@b.example'], version: 1 };
  const second = { position: 4, members: ['*@b.example'], version: 2 };
  expect(await ports.journal.list(march, 10)).toMatchObject([
    { kind: 'team-changed', actor: 'ada', subject: 'team:web', detail: { before: null, after: first } },
    { actor: 'bob', detail: { before: first, after: second } },
    { actor: 'ada', detail: { before: second, after: null } },
  ]);
});

test('what is like that already is left alone, and what is not there is not removed', async () => {
  const ports = anInstallation();
  await setTeam(ports, order('web', ['a@b.example']), ada);

  expect(await setTeam(ports, order('web', ['A@b.example']), ada)).toEqual({ kind: 'unchanged' });
  expect(await removeTeam(ports, 'Web', ada)).toEqual({ kind: 'not-there' });
  expect(await ports.journal.list(march, 10)).toHaveLength(1);
});

test('a team that somebody else changed meanwhile is left alone, and that is said', async () => {
  const ports = anInstallation();
  await setTeam(ports, order('web', ['a@b.example']), ada);
  const [seen] = (await ports.teams.list()).teams;
  await setTeam(ports, order('web', ['b@b.example']), ada);

  const outcome = await editTeam(ports, { kind: 'remove', before: seen ?? aTeam('none', []) }, ada);

  expect(outcome).toEqual({ kind: 'stale', problem: expect.stringContaining('"web" was changed by somebody else') });
  expect((await ports.teams.list()).teams).toMatchObject([{ members: rules('b@b.example') }]);
});

test('a row that was spoiled by hand is not overwritten, by a single edit or an import', async () => {
  const ports = anInstallation();
  ports.teams.writeByHand({ name: 'web', members: [] });
  const wanted = [
    { name: 'web', members: rules('a@b.example') },
    { name: 'ops', members: rules('b@b.example') },
  ];

  const set = await setTeam(ports, order('web', ['a@b.example']), ada);
  const removed = await removeTeam(ports, 'web', ada);
  const plan = await planTeamImport(ports.teams, wanted, { prune: true });
  const results = await applyTeamImport(ports, plan, ada);

  expect(set).toMatchObject({ kind: 'refused', problem: expect.stringContaining('mend or delete it in the table') });
  expect(removed).toMatchObject({ kind: 'refused' });
  expect(plan.blocked).toMatchObject([{ name: 'web' }]);
  expect(results.map(({ outcome }) => outcome.kind)).toEqual(['done']);
  expect(await ports.teams.list()).toMatchObject({ teams: [{ name: 'ops' }], invalid: [{ name: 'web' }] });
});
