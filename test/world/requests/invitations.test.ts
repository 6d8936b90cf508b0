import { expect, test } from 'vitest';

import { hookTokenText } from '../../../shared/hook/hook-token.ts';
import { makeToken } from '../../../shared/hook/use-cases/connect-hook.ts';
import { invitePeople, type Invited } from '../../../shared/hook/use-cases/invite-people.ts';
import { hourMs } from '../virtual-clock.ts';
import { ann, aRequestWorld, linkAddress, type RequestWorld } from './request-world.ts';

const bob = 'bob@acme.example';

async function inviting({ ports, stores, hookTokens, clock }: RequestWorld, invited: Invited) {
  const at = new Date(clock.now()).toISOString();
  return invitePeople({ ...ports, ...stores, hookTokens }, invited, { name: 'ada', at });
}

test('who is invited is mailed a link of their own to the page that connects the hook, once a day at most', async () => {
  const world = await aRequestWorld();
  await makeToken(
    { ...world, clock: world.clock },
    { userId: 'u-cy', email: 'cy@acme.example' },
    hookTokenText('c'.repeat(43)),
  );
  const outcome = await inviting(world, { team: 'web' });
  const mails = await world.tell();
  const again = [await inviting(world, { emails: ['Ann@acme.example'] }), await world.tell()];
  world.clock.moveBy(25 * hourMs);
  const later = [await inviting(world, { emails: [ann] }), await world.tell()];

  expect(outcome).toMatchObject({
    people: [{ email: ann, status: 'invited' }, { email: bob, status: 'invited' }, { status: 'connected' }],
  });
  expect(mails.map(({ to }) => to).toSorted()).toEqual([ann, bob]);
  expect(again).toMatchObject([{ people: [{ status: 'lately' }] }, []]);
  expect(later).toMatchObject([{ people: [{ status: 'invited' }] }, [{ to: ann }]]);
  const [, path = ''] = /https:\/\/api\.example(\/hook\/[\w.-]+)/u.exec(mails[0]?.text ?? '') ?? [];
  expect((await world.pages.get(path, { links: linkAddress })).html).toContain('Make a key');
  // Neither the outbox nor the journal holds a link.
  const entries = await world.stores.journal.list({ from: '2026-01-01', through: '2026-12-31' }, 1_000);
  const written = entries.filter(({ kind }) => kind === 'hook-invited');
  expect(written).toHaveLength(2);
  expect(JSON.stringify(written)).not.toContain('/hook/');
});

test('nobody is invited where one of the addresses is nobody’s, or the team is not there', async () => {
  const world = await aRequestWorld();

  expect(await inviting(world, { emails: [ann, 'nobody@acme.example'] })).toEqual({
    kind: 'unknown-people',
    emails: ['nobody@acme.example'],
  });
  expect(await inviting(world, { team: 'none' })).toEqual({ kind: 'unknown-team', known: ['web'] });
  expect(await world.tell()).toEqual([]);
});
