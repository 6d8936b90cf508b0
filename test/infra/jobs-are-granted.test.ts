import { type PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';

import { jobs } from '../../shared/jobs.ts';
import { useEngine } from '../support/test-engine.ts';
import { jobScenarios } from './job-scenarios.ts';
import { requestedActions } from './requested-actions.ts';

const engine = useEngine();

test.each(jobs)('what the job $name may do with its tables is what its runs do, no less and no more', async (job) => {
  const tables = await engine.freshTables();
  const dynamo = engine.dynamo();
  const own = new Set<unknown>();
  const send = vi.spyOn(dynamo, 'send');
  const byHand = async (command: object): Promise<unknown> => {
    own.add(command);
    return dynamo.send(command as PutCommand);
  };

  await jobScenarios[job.name]({ dynamo, tables, byHand });

  const commands = send.mock.calls.map(([command]) => command).filter((command) => !own.has(command));
  const requested = new Set(commands.flatMap((command) => requestedActions(command)));
  const granted = job.tables.flatMap(({ table, index, actions }) =>
    actions.map((action) => `${tables[table]}${index === undefined ? '' : `/index/${index}`} ${action}`),
  );
  expect([...requested].toSorted()).toEqual(granted.toSorted());
  send.mockRestore();

  const entries = await rowsOf(tables.journal);
  expect(job.journal).toEqual(expect.arrayContaining(entries.map(({ kind }) => kind)));
  expect(entries.length > 0).toBe(job.journal.length > 0);
  const states = await rowsOf(tables.alerts);
  const topics = [...JSON.stringify(states).matchAll(/"topic":"([a-z-]+)"/g)].map(([, topic]) => topic);
  expect([...job.emits, ...(job.reports ?? [])]).toEqual(expect.arrayContaining(topics));
  expect(topics.length > 0).toBe(job.emits.length + (job.reports ?? []).length > 0);
});

test.each(jobs)('the job $name keeps records of its runs and a journal if it may write them, and only then', (job) => {
  const writes = (key: string) =>
    job.tables.some(({ table, actions }) => table === key && actions.includes('dynamodb:PutItem'));

  expect(job.recordsRuns === true).toBe(writes('runs'));
  expect(job.journal.length > 0).toBe(writes('journal'));
});

async function rowsOf(TableName: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { Items = [] } = await engine.dynamo().send(new ScanCommand({ TableName }));
  return Items;
}
