import { expect, test } from 'vitest';

import { memoryHookTokenStore, memoryInvitationStore } from '../../../../shared/hook/store/memory-hook-stores.ts';
import { invitePeople, type Invited } from '../../../../shared/hook/use-cases/invite-people.ts';
import { aTablesWorld } from '../../../support/tables-world.ts';

const by = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };

/** Bob and Ann, of whom Bob alone is in the team ops, and both are in web. */
async function inviting(...invited: readonly Invited[]) {
  const { ports } = await aTablesWorld();
  await ports.users.put([{ userId: 'a-bob', email: 'zed@acme.example' }]);
  ports.teams.writeByHand({ name: 'ops', members: ['bob@acme.example'], position: 1 });
  ports.teams.writeByHand({ name: 'web', members: ['*@acme.example'], position: 2 });
  const stores = { ...ports, hookTokens: memoryHookTokenStore(ports.journal), invitations: memoryInvitationStore() };
  const outcomes = [];
  for (const each of invited) {
    outcomes.push(await invitePeople(stores, each, by));
  }
  const entries = await ports.journal.list({ from: '2026-03-15', through: '2026-03-15' }, 100);
  return { outcomes, invitations: await stores.invitations.listNotified(), entries };
}

test('of a team its members are invited, by email', async () => {
  const { outcomes, invitations } = await inviting({ team: 'web' });

  expect(outcomes).toEqual([
    {
      kind: 'done',
      people: [
        { email: 'ann@acme.example', userId: 'ann', status: 'invited' },
        { email: 'zed@acme.example', userId: 'a-bob', status: 'invited' },
      ],
    },
  ]);
  expect(invitations.map(({ invitation }) => invitation)).toEqual([
    { userId: 'a-bob', email: 'zed@acme.example', at: by.at, by: 'ada' },
    { userId: 'ann', email: 'ann@acme.example', at: by.at, by: 'ada' },
  ]);
});

test('where nobody is left to be invited, nothing is written', async () => {
  const { outcomes, entries } = await inviting({ team: 'ops' }, { emails: ['Bob@acme.example', 'bob@acme.example'] });

  expect(outcomes[1]).toEqual({
    kind: 'done',
    people: [{ email: 'bob@acme.example', userId: 'bob', status: 'lately' }],
  });
  expect(entries.map(({ kind }) => kind)).toEqual(['hook-invited']);
});
