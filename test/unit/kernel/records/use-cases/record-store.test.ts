import { expect, test } from 'vitest';

import { memoryJournal } from '../../../../../shared/journal/store/memory-journal.ts';
import { memoryRecordStore } from '../../../../../shared/kernel/records/store/memory-record-store.ts';
import { planRecords } from '../../../../../shared/kernel/records/use-cases/import-records.ts';
import { targetRecord } from '../../../../../shared/readiness/contract/readiness-target.ts';
import { targetKind, type TargetTerms } from '../../../../../shared/readiness/target.ts';
import { removeRecord, setRecord } from '../../../../support/set-record.ts';

const ada = { name: 'ada', at: '2026-03-15T10:00:00.000Z' };
const target: TargetTerms = {
  criterion: 'tests',
  repository: 'acme/a',
  by: '2026-04-01',
  percent: 80,
  owners: ['ann@acme.example'],
};

function someTargets() {
  const store = memoryRecordStore(memoryJournal(), targetRecord);
  let count = 0;
  const ids = { next: () => `id-${(count += 1)}` };
  return { kind: targetKind, store, ids };
}

test('a record of a store is edited as any other: set, changed, removed, and set again with the next version', async () => {
  const ports = someTargets();
  const { store } = ports;
  const set = async (percent: number) =>
    setRecord(ports, { key: target, termsFrom: () => ({ ...target, percent }) }, ada);

  await set(80);
  await set(90);
  await removeRecord(ports, target, ada);
  expect((await store.list()).records).toEqual([]);
  await set(70);

  expect((await store.list()).records).toMatchObject([{ percent: 70, version: 4, updatedBy: 'ada' }]);
  expect((await store.find(target)).last?.version).toBe(4);
  expect((await store.listVersions(target)).map(({ terms }) => terms?.percent)).toEqual([80, 90, undefined, 70]);
});

test('a record that never was has no version, and a list wants the records that it has', async () => {
  const ports = someTargets();

  const plan = await planRecords(ports, [target], { prune: false });

  expect(await ports.store.find(target)).toEqual({ row: { kind: 'none' } });
  expect(plan.changes).toEqual([{ kind: 'add', after: target }]);
});
