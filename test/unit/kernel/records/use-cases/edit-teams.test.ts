import { expect, test } from 'vitest';

import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { editRecord } from '../../../../../shared/kernel/records/use-cases/edit-record.ts';
import { applyImport, planTeams } from '../../../../../shared/kernel/records/use-cases/import-records.ts';
import { memoryTeamStore } from '../../../../../shared/teams/memory-store.ts';
import { teamKind } from '../../../../../shared/teams/team.ts';
import { removeRecord, setRecord } from '../../../../support/set-record.ts';
import { aTeam, rules } from '../../../../support/teams.ts';

const ada = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const march = { from: '2026-03-01', through: '2026-03-31' };

function anInstallation() {
  const journal = memoryJournal();
  let count = 0;
  const teams = memoryTeamStore(journal);
  return { journal, teams, kind: teamKind, store: teams, ids: { next: () => `id-${(count += 1)}` } };
}

function order(name: string, members: readonly string[], position = 1) {
  return { key: { name }, termsFrom: () => ({ name, members: rules(...members), position }) };
}

test('each edit is in the journal with who, before and after', async () => {
  const ports = anInstallation();

  await setRecord(ports, order('web', ['a@b.example']), ada);
  await setRecord(ports, order('web', ['*@b.example'], 4), { ...ada, name: 'bob' });
  await removeRecord(ports, { name: 'web' }, ada);

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
  await setRecord(ports, order('web', ['a@b.example']), ada);

  expect(await setRecord(ports, order('web', ['A@b.example']), ada)).toEqual({ kind: 'unchanged' });
  expect(await removeRecord(ports, { name: 'Web' }, ada)).toEqual({ kind: 'not-there' });
  expect(await ports.journal.list(march, 10)).toHaveLength(1);
});

test('a team that somebody else changed meanwhile is left alone, and that is said', async () => {
  const ports = anInstallation();
  await setRecord(ports, order('web', ['a@b.example']), ada);
  const [seen] = (await ports.teams.list()).teams;
  await setRecord(ports, order('web', ['b@b.example']), ada);

  const outcome = await editRecord(
    ports,
    { kind: 'remove', before: seen ?? aTeam('none', []) },
    { ...ada, way: 'command' },
  );

  expect(outcome).toEqual({ kind: 'stale', problem: expect.stringMatching(/"web" .*changed meanwhile/u) });
  expect((await ports.teams.list()).teams).toMatchObject([{ members: rules('b@b.example') }]);
});

test('a row that was spoiled by hand is not overwritten, by a single edit or an import', async () => {
  const ports = anInstallation();
  ports.teams.writeByHand({ name: 'web', members: [] });
  const wanted = [
    { name: 'web', members: rules('a@b.example') },
    { name: 'ops', members: rules('b@b.example') },
  ];

  const set = await setRecord(ports, order('web', ['a@b.example']), ada);
  const removed = await removeRecord(ports, { name: 'web' }, ada);
  const plan = await planTeams(ports.teams, wanted, { prune: true });
  const results = await applyImport(ports, plan, ada);

  expect(set).toMatchObject({ kind: 'refused', problem: expect.stringMatching(/delete .*table/u) });
  expect(removed).toMatchObject({ kind: 'refused' });
  expect(plan.blocked).toMatchObject([{ key: 'web' }]);
  expect(results.map(({ outcome }) => outcome.kind)).toEqual(['done']);
  expect(await ports.teams.list()).toMatchObject({ teams: [{ name: 'ops' }], invalid: [{ name: 'web' }] });
});

test('an import ends where a store fails, which is no refusal of one edit', async () => {
  const ports = anInstallation();
  const edit = async () => Promise.reject(new TypeError('the table is away'));
  const store = { ...ports.teams, edit };
  const plan = await planTeams(ports.teams, [{ name: 'web', members: rules('a@b.example') }], { prune: false });

  await expect(applyImport({ ...ports, store }, plan, ada)).rejects.toThrow('the table is away');
});

test('a team that is made again goes on with its versions', async () => {
  const ports = anInstallation();
  await setRecord(ports, order('web', ['a@b.example']), ada);
  await removeRecord(ports, { name: 'web' }, ada);

  expect((await ports.teams.find({ name: 'web' })).last?.version).toBe(2);
  expect((await ports.teams.find({ name: 'other' })).last).toBeUndefined();
});
