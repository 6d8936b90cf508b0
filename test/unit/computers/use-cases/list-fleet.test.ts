import { expect, test } from 'vitest';

import type { ComputerRecord } from '../../../../shared/computers/computer-record.ts';
import {
  actionDocuments,
  computerDocument,
  fleetStatus,
  listFleet,
} from '../../../../shared/computers/use-cases/list-fleet.ts';
import { aComputer, aFailedInstall, anEntry, aRecord, computerTerms, noon } from '../../../support/computers.ts';
import { partOf } from '../../../support/part-of.ts';

const settings = {
  ...computerTerms,
  actions: 'propose',
  createsPerRun: 1,
  readsPerRun: 1,
  searchSessions: false,
} as const;
const approval = { name: 'absent', action: 'create', cause: 'missing', by: 'ada', at: noon } as const;

const records: readonly ComputerRecord[] = [
  aRecord({
    name: 'broken',
    found: aComputer({ name: 'broken', id: 'c-2', status: 'error', steps: [aFailedInstall()] }),
  }),
  aRecord({ name: 'builder', found: aComputer() }),
  aRecord({
    name: 'fresh',
    found: aComputer({ name: 'fresh', status: 'provisioning', createdAtMs: Date.parse(noon) }),
  }),
  aRecord({ name: 'stuck', found: aComputer({ name: 'stuck', status: 'provisioning', createdAtMs: 0 }) }),
  aRecord({ name: 'lost', found: aComputer({ name: 'lost' }), goneSince: '2026-03-01T00:00:00.000Z' }),
  aRecord({ name: 'odd', found: aComputer({ name: 'odd', status: 'other' }) }),
  aRecord({ name: 'absent' }),
];

async function fleet() {
  const entries = [
    ...records.map(({ name }) => anEntry({ name })),
    anEntry({ name: 'new', owner: 'eve@acme.example', note: 'soon', provider: 'e2b' }),
  ];
  const ports: Parameters<typeof listFleet>[0] = {
    fleet: partOf({
      list: async () => ({ records: entries, invalid: [{ key: 'k', problem: 'p' }] }),
    }),
    computers: partOf({ read: async () => ({ records, approvals: [], facts: { words: {} } }) }),
  };
  return listFleet(ports, settings, noon);
}

test('every computer of the list is shown as it was last read, and what would follow', async () => {
  const listed = await fleet();
  const shown = new Map(listed.computers.map((each) => [each.desired.name, computerDocument(each)]));

  expect(listed.invalid).toEqual([{ key: 'k', problem: 'p' }]);
  expect(listed.doubles).toEqual([]);
  expect(shown.get('builder')).toEqual({
    name: 'builder',
    entry: 'builder',
    status: 'active',
    step: null,
    error: null,
    next: null,
    action: null,
    id: 'c-1',
    provider: 'e2b',
    readAt: noon,
    owner: null,
    note: null,
  });
  expect(shown.get('broken')).toMatchObject({
    status: 'failed',
    step: expect.stringMatching(/./u),
    error: 'exit code 1',
    next: { kind: 'act', detail: expect.stringMatching(/./u) },
    action: 'install-deps',
    id: 'c-2',
  });
  expect(shown.get('new')).toMatchObject({
    status: 'unread',
    next: null,
    action: null,
    id: null,
    provider: 'e2b',
    readAt: null,
    owner: 'eve@acme.example',
    note: 'soon',
  });
  expect(shown.get('absent')).toMatchObject({ status: 'missing', action: 'create', provider: null });
  expect(shown.get('stuck')?.status).toBe('hangs');
});

test('what the next run would do is listed with whose approval', async () => {
  const listed = await fleet();
  const allowed = listed.computers.map(({ decision, ...each }) => ({
    ...each,
    decision: decision && { ...decision, next: { ...decision.next, allowedBy: 'approval' } as typeof decision.next },
  }));

  expect(actionDocuments(listed)).toEqual([
    { name: 'absent', action: 'create', cause: expect.any(String), detail: expect.any(String), allowedBy: null },
    { name: 'broken', action: 'install-deps', cause: expect.any(String), detail: expect.any(String), allowedBy: null },
    { name: 'lost', action: 'create', cause: expect.any(String), detail: expect.any(String), allowedBy: null },
  ]);
  expect(actionDocuments({ ...listed, computers: allowed })[0]?.allowedBy).toBe('approval');
});

test('an approval counts for the computer that it names', async () => {
  const [proposed] = actionDocuments(await fleet());
  const ports: Parameters<typeof listFleet>[0] = {
    fleet: partOf({ list: async () => ({ records: [anEntry({ name: 'absent' })], invalid: [] }) }),
    computers: partOf({
      read: async () => ({
        records,
        approvals: [{ ...approval, cause: proposed?.cause ?? '' }],
        facts: { words: {} },
      }),
    }),
  };

  expect(actionDocuments(await listFleet(ports, settings, noon))).toMatchObject([{ allowedBy: 'approval' }]);
});

test('computers are counted by how they stand', async () => {
  expect(fleetStatus(await fleet())).toEqual({
    listed: 8,
    active: 1,
    provisioning: 1,
    failed: 1,
    hanging: 1,
    missing: 2,
    unknown: 2,
  });
});

test('a computer is shown as read when the whole list last was, though nothing of it was written then', async () => {
  const read = { ...aRecord({ name: 'builder', found: aComputer() }), readAt: '2026-03-01T00:00:00.000Z' };
  const listed = await listFleet(
    {
      fleet: partOf({
        list: async () => ({ records: [anEntry({ name: 'builder' }), anEntry({ name: 'new' })], invalid: [] }),
      }),
      computers: partOf({
        read: async () => ({ records: [read], approvals: [], facts: { words: {}, wholeAt: noon } }),
      }),
    },
    settings,
    noon,
  );

  expect(listed.computers.map((each) => computerDocument(each).readAt)).toEqual([noon, null]);
});
