import { expect, test } from 'vitest';

import { memoryGrantStore } from '../../../../shared/grants/memory-store.ts';
import {
  addGrant,
  endExemptions,
  endTopUp,
  exemptionsToEnd,
  proposedGrant,
} from '../../../../shared/grants/use-cases.ts';
import { memoryJournal } from '../../../../shared/journal/store/memory-journal.ts';
import { StaleRecordError, type GrantStore } from '../../../../shared/kernel/records/ports.ts';

const ada = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const march = { from: '2026-03-01', through: '2026-03-31' };
const topUp = {
  kind: 'top-up',
  scope: { kind: 'user', email: 'ann@acme.example' },
  credits: 500,
  from: '2026-03-15',
  to: '2026-03-31',
  reason: 'release',
} as const;
const exemption = { kind: 'exemption', email: 'ann@acme.example', until: '2026-03-20', reason: 'incident' } as const;

function anInstallation() {
  const journal = memoryJournal();
  let count = 0;
  return { journal, grants: memoryGrantStore(journal), ids: { next: () => `id-${(count += 1)}` } };
}

test('a top-up that is added and ended is kept, with who did it, and each is in the journal', async () => {
  const ports = anInstallation();

  const added = await addGrant(ports, topUp, ada);
  const ended = await endTopUp(ports, 'id-1', { ...ada, name: 'bob' });

  const record = { id: 'id-1', createdBy: 'ada', createdAt: ada.at, version: 1 };
  expect(added).toEqual({ ...topUp, ...record });
  expect(ended).toEqual({ kind: 'ended', grant: { ...topUp, ...record, endedAt: ada.at, version: 2 } });
  const entries = await ports.journal.list(march, 10);
  expect(entries.map(({ kind, actor, subject }) => [kind, actor, subject])).toEqual([
    ['top-up-added', 'ada', 'user:ann@acme.example'],
    ['top-up-ended', 'bob', 'user:ann@acme.example'],
  ]);
  expect(entries[0]?.detail).toEqual({
    grant: 'id-1',
    credits: 500,
    from: '2026-03-15',
    to: '2026-03-31',
    reason: 'release',
    version: 1,
  });
});

test('ending twice changes nothing more, and an unknown id is not there', async () => {
  const ports = anInstallation();
  await addGrant(ports, topUp, ada);
  await endTopUp(ports, 'id-1', ada);

  expect(await endTopUp(ports, 'id-1', ada)).toMatchObject({ kind: 'unchanged' });
  expect(await endTopUp(ports, 'id-7', ada)).toEqual({ kind: 'not-there' });
  expect(await ports.journal.list(march, 10)).toHaveLength(2);
});

test('a top-up may be for a team', async () => {
  const ports = anInstallation();

  const grant = await addGrant(ports, { ...topUp, scope: { kind: 'team', name: 'core' } }, ada);

  expect((await ports.grants.list()).grants).toEqual([grant]);
  expect(await ports.journal.list(march, 10)).toMatchObject([{ kind: 'top-up-added', subject: 'team:core' }]);
});

test('ending the exemptions of a user ends all that are in force and leaves those of others', async () => {
  const ports = anInstallation();
  await addGrant(ports, exemption, ada);
  await addGrant(ports, { ...exemption, until: '2026-04-30' }, ada);
  await addGrant(ports, { ...exemption, until: '2026-03-01' }, ada);
  await addGrant(ports, { ...exemption, email: 'bob@acme.example' }, ada);

  const open = exemptionsToEnd((await ports.grants.list()).grants, 'ann@acme.example', '2026-03-15');
  const outcomes = await endExemptions(ports, open, ada);

  expect(outcomes.map(({ kind }) => kind)).toEqual(['ended', 'ended']);
  const { grants } = await ports.grants.list();
  expect(grants.map(({ endedAt }) => endedAt)).toEqual([ada.at, ada.at, undefined, undefined]);
});

test('a grant that somebody else changed meanwhile is left alone, and that is said', async () => {
  const ports = anInstallation();
  await addGrant(ports, topUp, ada);
  const grants: GrantStore = { ...ports.grants, edit: async () => Promise.reject(new StaleRecordError('it moved')) };

  expect(await endTopUp({ ...ports, grants }, 'id-1', ada)).toEqual({
    kind: 'stale',
    problem: expect.stringContaining('it moved'),
  });
});

test('an error of the table is raised, and nothing is said to be stale', async () => {
  const ports = anInstallation();
  await addGrant(ports, topUp, ada);
  const grants: GrantStore = { ...ports.grants, edit: async () => Promise.reject(new TypeError('no table')) };

  await expect(endTopUp({ ...ports, grants }, 'id-1', ada)).rejects.toThrow('no table');
});

test('an exemption is not ended as a top-up', async () => {
  const ports = anInstallation();
  await addGrant(ports, exemption, ada);

  expect(await endTopUp(ports, 'id-1', ada)).toEqual({ kind: 'not-there' });
});

test('exemptions that are over are there to end only while none is in force; top-ups and ended ones never', async () => {
  const ports = anInstallation();
  await addGrant(ports, topUp, ada);
  await addGrant(ports, { ...exemption, until: '2026-03-01' }, ada);
  const over = await addGrant(ports, { ...exemption, until: '2026-03-02' }, ada);
  const toEnd = async () =>
    exemptionsToEnd((await ports.grants.list()).grants, 'ann@acme.example', '2026-03-15').map(({ id }) => id);
  expect(await toEnd()).toEqual(['id-2', over.id]);

  await endExemptions(ports, exemptionsToEnd([over], 'ann@acme.example', '2026-03-15'), ada);
  expect(await toEnd()).toEqual(['id-2']);

  await addGrant(ports, exemption, ada);
  expect(await toEnd()).toEqual(['id-4']);
});

test('a grant that is only proposed has no id of its own', () => {
  expect(proposedGrant(exemption, ada)).toMatchObject({ id: 'proposed', createdBy: 'ada', version: 1 });
});
