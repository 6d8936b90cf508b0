import { expect, test } from 'vitest';

import { memoryLedgerStore, memoryUserStore } from '../../../../../shared/enforcement/memory-store.ts';
import { collectRoster } from '../../../../../shared/enforcement/use-cases/collect/read-platform.ts';
import type { EnforcementPorts } from '../../../../../shared/enforcement/use-cases/enforcement-work.ts';
import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import type { RosterUser } from '../../../../../shared/roster/person.ts';
import { partOf } from '../../../../support/part-of.ts';

const tonight = { runId: 'run-1', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
const range = { from: '2026-03-15', through: '2026-03-15' };
const ann = { userId: 'ann', email: 'ann@acme.example' };
const bob = { userId: 'bob', email: 'bob@acme.example' };

async function* aRoster(users: readonly RosterUser[], unreadable = 0) {
  yield { users, unreadable };
}

async function portsKnowing(known: readonly RosterUser[]) {
  const ports = partOf<EnforcementPorts>({
    users: memoryUserStore(),
    ledger: memoryLedgerStore(),
    journal: memoryJournal(),
  });
  await ports.users.put(known);
  return ports;
}

test('who joins and who leaves is kept and reported once', async () => {
  const ports = await portsKnowing([ann]);

  const { usersCount } = await collectRoster(ports, tonight, aRoster([bob]));
  await collectRoster(ports, { ...tonight, runId: 'run-2' }, aRoster([bob]));

  expect(usersCount).toBe(2);
  expect(await ports.users.list()).toEqual([
    { ...ann, goneSince: '2026-03-15', events: [{ kind: 'left', at: tonight.at }] },
    { ...bob, events: [{ kind: 'joined', at: tonight.at }] },
  ]);
  expect((await ports.journal.list(range, 10)).map(({ detail }) => detail)).toEqual([
    { joined: 1, left: 1, emailChanged: 0 },
  ]);
});

test.for([
  ['an empty roster', [], 0],
  ['a roster with a row that cannot be read', [bob], 1],
] as const)('%s is no proof that anybody left', async ([, users, unreadable]) => {
  const ports = await portsKnowing([ann, bob]);

  await collectRoster(ports, tonight, aRoster(users, unreadable));

  expect(await ports.users.list()).toEqual([ann, bob]);
});

test('a roster that lost a page is doubtful once: when the same are missing again, they left', async () => {
  const everybody = Array.from({ length: 12 }, (_, index) => ({
    userId: `u${index}`,
    email: `u${index}@acme.example`,
  }));
  const ports = await portsKnowing(everybody);

  const first = await collectRoster(ports, tonight, aRoster(everybody.slice(0, 4)));
  const second = await collectRoster(ports, { ...tonight, runId: 'run-2' }, aRoster(everybody.slice(0, 4)));

  expect(first).toMatchObject({ isDoubtful: true, problems: [expect.stringContaining('8 of 12 users')] });
  expect(second).toMatchObject({ isDoubtful: false, problems: [] });
});

test('who left before is not missed', async () => {
  const gone = Array.from({ length: 12 }, (_, index) => ({
    userId: `u${index}`,
    email: `u${index}@acme.example`,
    goneSince: '2026-02-01',
  }));
  const ports = await portsKnowing([ann, ...gone]);

  const { isDoubtful, problems } = await collectRoster(ports, tonight, aRoster([ann]));

  expect({ isDoubtful, problems }).toEqual({ isDoubtful: false, problems: [] });
});

test('rows that cannot be read are counted over all pages', async () => {
  const ports = await portsKnowing([ann]);
  const pages = async function* () {
    yield { users: [ann], unreadable: 2 };
    yield { users: [], unreadable: 3 };
  };

  const { problems } = await collectRoster(ports, tonight, pages());

  expect(problems).toEqual([expect.stringMatching(/\b5\b/u)]);
});

test('who joins is journaled where somebody else has another address', async () => {
  const ports = await portsKnowing([ann]);

  await collectRoster(ports, tonight, aRoster([{ ...ann, email: 'ann@new.example' }, bob]));

  expect((await ports.journal.list(range, 10)).map(({ detail }) => detail)).toEqual([
    { joined: 1, left: 0, emailChanged: 1 },
  ]);
});
