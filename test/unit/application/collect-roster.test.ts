import { expect, test } from 'vitest';
import { memoryJournal } from '../../../shared/adapters/memory/memory-journal.ts';
import { memoryUserStore } from '../../../shared/adapters/memory/memory-user-store.ts';
import { collectRoster } from '../../../shared/application/collect-roster.ts';
import type { RosterUser } from '../../../shared/domain/roster/person.ts';

const tonight = { runId: 'run-1', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const range = { from: '2026-03-15', through: '2026-03-15' };
const ann = { userId: 'ann', email: 'ann@acme.example' };
const bob = { userId: 'bob', email: 'bob@acme.example' };

function aRoster(users: readonly RosterUser[], unreadable = 0) {
  return {
    async *read() {
      yield { users, unreadable };
    },
  };
}

async function portsKnowing(known: readonly RosterUser[], roster: ReturnType<typeof aRoster>) {
  const ports = { roster, users: memoryUserStore(), journal: memoryJournal() };
  await ports.users.put(known);
  return ports;
}

test('who joins and who leaves is kept and told once', async () => {
  const ports = await portsKnowing([ann], aRoster([bob]));

  const users = await collectRoster(ports, tonight);
  await collectRoster(ports, { ...tonight, runId: 'run-2' });

  expect(users).toEqual([{ ...ann, goneSince: '2026-03-15' }, bob]);
  expect(await ports.users.list()).toEqual(users);
  expect((await ports.journal.list(range, 10)).map(({ detail }) => detail)).toEqual([
    { joined: 1, left: 1, emailChanged: 0 },
  ]);
});

test.for([
  ['an empty roster', aRoster([])],
  ['a roster with a row that cannot be read', aRoster([bob], 1)],
] as const)('%s is no proof that anybody left', async ([, roster]) => {
  const ports = await portsKnowing([ann, bob], roster);

  const users = await collectRoster(ports, tonight);

  expect(users).toEqual([ann, bob]);
});
