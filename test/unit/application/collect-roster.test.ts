import { expect, test } from 'vitest';
import { memoryJournal } from '../../../shared/adapters/memory/memory-journal.ts';
import { memoryUserStore } from '../../../shared/adapters/memory/memory-user-store.ts';
import { collectRoster } from '../../../shared/application/collect-roster.ts';
import type { RosterUser } from '../../../shared/domain/roster/person.ts';

const tonight = { runId: 'run-1', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const noKeys = new Set<string>();
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

  const { users } = await collectRoster(ports, tonight, noKeys);
  await collectRoster(ports, { ...tonight, runId: 'run-2' }, noKeys);

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

  const { users } = await collectRoster(ports, tonight, noKeys);

  expect(users).toEqual([ann, bob]);
});

test('a roster that lost a page is doubtful once: when the same are missing again, they left', async () => {
  const everybody = Array.from({ length: 12 }, (_, index) => ({
    userId: `u${index}`,
    email: `u${index}@acme.example`,
  }));
  const ports = await portsKnowing(everybody, aRoster(everybody.slice(0, 4)));

  const first = await collectRoster(ports, tonight, noKeys);
  const second = await collectRoster(ports, { ...tonight, runId: 'run-2' }, noKeys);

  expect(first).toMatchObject({ isDoubtful: true, problems: [expect.stringContaining('8 of 12 users are missing')] });
  expect(second).toMatchObject({ isDoubtful: false, problems: [] });
});

test('of the roster’s metadata only what somebody asked for is kept, in the table too', async () => {
  const roster = aRoster([
    { ...ann, metadata: { team: 'core', phone: '+1 555 0100' } },
    { ...bob, metadata: { a: 'b' } },
  ]);
  const ports = await portsKnowing([{ ...bob, metadata: { a: 'b' } }], roster);

  const { users } = await collectRoster(ports, tonight, new Set(['team']));

  expect(users).toEqual([bob, { ...ann, metadata: { team: 'core' } }]);
  expect(await ports.users.list()).toEqual([{ ...ann, metadata: { team: 'core' } }, bob]);
});
