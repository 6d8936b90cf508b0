import { describe, expect, test } from 'vitest';

import type { ComputerStore } from '../../shared/computers/ports.ts';
import { dynamoComputerStore } from '../../shared/computers/store.ts';
import type { KeptPage } from '../../shared/digest/digest-pages.ts';
import type { DigestStore } from '../../shared/digest/ports.ts';
import { dynamoDigestStore } from '../../shared/digest/store.ts';
import {
  memoryComputerStore,
  memoryDigestStore,
  memoryReadinessStore,
} from '../../shared/kernel/runs/store/memory-watcher-stores.ts';
import type { BranchRecord } from '../../shared/readiness/branch-record.ts';
import { foldReport } from '../../shared/readiness/fold-report.ts';
import type { ReadinessStore } from '../../shared/readiness/ports.ts';
import { dynamoReadinessStore } from '../../shared/readiness/store.ts';
import { aComputer, aFailedInstall, aRecord, noon } from '../support/computers.ts';
import { aReport, noReports } from '../support/readiness.ts';
import { useEngine } from '../support/test-engine.ts';

const engine = useEngine();

describe.each<{ readonly name: string; readonly make: () => Promise<ComputerStore> }>([
  { name: 'in memory', make: async () => memoryComputerStore() },
  {
    name: 'in DynamoDB',
    make: async () => dynamoComputerStore(engine.dynamo(), (await engine.freshTables('computers')).computers),
  },
])('the computer store $name', ({ make }) => {
  test('gives back what was put, and knows nothing at first', async () => {
    const store = await make();
    expect(await store.read()).toEqual({ records: [], approvals: [], facts: { words: {} } });

    const attempt = { action: 'create', at: noon, cause: 'missing', status: 'failed', problem: 'refused' } as const;
    const steps = [aFailedInstall(), { word: 'queued', installSessionId: 's' }];
    const found = aComputer({ status: 'other', steps, ownerKind: 'user', ownerId: 'u-1' });
    const full = aRecord({ name: 'b', found, goneSince: noon, attempts: [attempt] });
    const approval = { name: 'b', action: 'install-deps', cause: 'run 1', by: 'ann', at: noon } as const;
    const facts = {
      words: { done: { finished: '2026-03-15' }, __proto__x: { failed: 'a', running: 'b' } },
      searchedOn: '2026-03-15',
    };
    await store.put([aRecord({ name: 'a' }), aRecord({ name: 'b' })]);
    await store.put([full]);
    await store.putFacts(facts);
    await store.approve([approval]);

    expect(await store.read()).toEqual({ records: [aRecord({ name: 'a' }), full], approvals: [approval], facts });
    await store.forget(['a', 'none']);
    expect((await store.read()).records).toEqual([full]);
  });
});

describe.each<{ readonly name: string; readonly make: () => Promise<ReadinessStore> }>([
  { name: 'in memory', make: async () => memoryReadinessStore() },
  {
    name: 'in DynamoDB',
    make: async () => dynamoReadinessStore(engine.dynamo(), (await engine.freshTables('readiness')).readiness),
  },
])('the readiness store $name', ({ make }) => {
  test('gives back what was put, and knows nothing at first', async () => {
    const store = await make();
    expect([await store.list(), await store.progress()]).toEqual([[], { missing: [], withdrawn: [] }]);

    const known = [
      aReport(0, { t: [1, 1] }),
      aReport(1, { t: [0, 1] }),
      aReport(2, {}, { state: 'changed' }),
    ].reduce<BranchRecord>((record, report) => foldReport(record, report, 2).record, noReports);
    const { branch: _branch, ...unnamed } = noReports;
    const long = { ...unnamed, repository: `https://git.example/${'x'.repeat(300)}` };
    const progress = { wholeOn: '2026-03-15', reports: 3, isNewestFirst: true, missing: ['a'], withdrawn: ['b'] };
    await store.put([known, unnamed, long]);
    await store.putProgress(progress);

    expect(await store.list()).toHaveLength(3);
    expect(await store.list()).toEqual(expect.arrayContaining([known, unnamed, long]));
    expect(await store.progress()).toEqual(progress);
    await store.forget([unnamed, long]);
    expect(await store.list()).toEqual([known]);
  });
});

describe.each<{ readonly name: string; readonly make: () => Promise<DigestStore> }>([
  { name: 'in memory', make: async () => memoryDigestStore() },
  {
    name: 'in DynamoDB',
    make: async () => dynamoDigestStore(engine.dynamo(), (await engine.freshTables('runs')).runs),
  },
])('the digest store $name', ({ make }) => {
  test('keeps the first page of a day and scope, and gives the newest first', async () => {
    const store = await make();
    const bars = [{ label: 'web', value: '3', share: 1, before: { value: '1', share: 0.5 } }];
    const first: KeptPage = {
      scope: 'org',
      recipients: ['a@acme.example'],
      content: {
        subject: 'A week',
        tone: 'report',
        lead: 'So much',
        sections: [
          { kind: 'bars', heading: 'Teams', bars },
          { kind: 'notes', heading: 'Alerts', notes: ['one'] },
        ],
        foot: ['Run r'],
      },
      dueOn: '2026-03-09',
      week: { from: '2026-03-02', through: '2026-03-08' },
      writtenBy: 'digest-1',
      at: noon,
    };
    const ofTeam = { ...first, scope: `team:${'x'.repeat(2_000)}`, teams: ['x'.repeat(2_000)] };
    const later = { ...first, dueOn: '2026-03-16' };
    await store.keep(first);
    await store.keep({ ...first, writtenBy: 'digest-2' });
    await store.keep(ofTeam);
    await store.keep(later);

    expect(await store.list(10)).toEqual([later, ofTeam, first]);
    expect(await store.list(1)).toEqual([later]);
    expect(await store.find(ofTeam)).toEqual(ofTeam);
    expect(await store.find({ dueOn: '2026-03-10', scope: 'org' })).toBeUndefined();
  });
});
