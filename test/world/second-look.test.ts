import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';

import { demoOrganizationOf } from '../../local/demo/demo-organization.ts';
import { loadDemoBudgets, loadDemoWatched } from '../../local/demo/load-demo-budgets.ts';
import { moveRoster, plantDemoStory } from '../../local/demo/plant-demo-story.ts';
import { jobRunner } from '../../local/jobs/job-handlers.ts';
import { openRunningInstallation } from '../../local/running-installation.ts';
import type { Storage } from '../../local/storage/open-storage.ts';
import { jobs, type DeclaredJob, type JobName } from '../../shared/jobs.ts';
import { tableDefinitions } from '../../shared/kernel/contract/tables.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import { windowStartSuffix } from '../../shared/kernel/runs/run-id.ts';
import { randomIds } from '../../shared/kernel/runtime/random-ids.ts';
import { countingClient } from '../support/counting-client.ts';
import { useEmulator } from '../support/emulator.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';

const startMs = Date.parse('2026-01-27T09:00:00Z');

const emulator = useEmulator({ ...demoOrganizationOf('acme'), today: '2026-01-27' });
const { pathOf } = useScratchFolder();

// The jobs go by the system's clock; only its time is another one.
afterEach(() => void vi.useRealTimers());

type Row = Readonly<Record<string, unknown>>;

interface Write {
  readonly table: string;
  /** The row, or its key where it was updated or deleted. */
  readonly row: Row;
}

/** What a job notes of a look beside its run, lease and journal entry: what is of the look itself, and why. */
const ownRows: Readonly<Partial<Record<JobName, (write: Write) => boolean>>> = {
  // The totals of the reading prove what may be given; who is running low is as of it.
  // So does the walk of the list that it made where the watcher of sessions had made none: other jobs take it.
  live: ({ row }) => row['part'] === 'state' || row['part'] === 'low' || row['part'] === 'walk',
  sessions: ({ row }) => row['part'] === 'walk',
  // Every look is a link of the evidence.
  controls: ({ table, row }) => table === 'curfew-evidence' && row['kind'] === 'run',
  // When the list was last read whole.
  computers: ({ row }) => row['part'] === 'facts',
};

function isOfTheLook(job: JobName, write: Write): boolean {
  const { table, row } = write;
  return (
    table === 'curfew-leases' ||
    table === 'curfew-runs' ||
    (table === 'curfew-journal' && row['kind'] === 'run-finished') ||
    ownRows[job]?.(write) === true
  );
}

interface Input {
  readonly TableName?: string;
  readonly Item?: Row;
  readonly Key?: Row;
  readonly RequestItems?: Readonly<
    Record<
      string,
      readonly { readonly PutRequest?: { readonly Item: Row }; readonly DeleteRequest?: { readonly Key: Row } }[]
    >
  >;
  readonly TransactItems?: readonly Readonly<Record<string, Input>>[];
}

/** The rows that a command writes. */
function writesOf(input: Input): readonly Write[] {
  const { TableName: table, RequestItems = {}, TransactItems = [] } = input;
  const row = input.Item ?? input.Key;
  return [
    ...(table === undefined || row === undefined ? [] : [{ table, row }]),
    ...Object.entries(RequestItems).flatMap(([of, requests]) =>
      requests.flatMap(({ PutRequest, DeleteRequest }) => {
        const written = PutRequest?.Item ?? DeleteRequest?.Key;
        return written === undefined ? [] : [{ table: of, row: written }];
      }),
    ),
    ...TransactItems.flatMap((each) => Object.values(each).flatMap(writesOf)),
  ];
}

function keysOf(table: { readonly partitionKey: string; readonly sortKey?: string }): readonly string[] {
  return [table.partitionKey, ...(table.sortKey === undefined ? [] : [table.sortKey])];
}

/** What starts a job again where nothing has changed: its schedule, or the rows that it follows, handed over once more. */
async function eventFor(job: DeclaredJob, storage: Pick<Storage, 'dynamo' | 'tables'>, nowMs: number): Promise<object> {
  const schedule = job.schedules?.find(({ name }) => name !== windowStartSuffix);
  if (schedule !== undefined) {
    return { job: job.name, schedule: schedule.name, scheduledTime: new Date(nowMs).toISOString() };
  }
  invariant(job.streams !== undefined, 'every job has a schedule, or rows that start it');
  const Records: object[] = [];
  for (const of of job.streams.of) {
    const table = storage.tables[of];
    const { Items = [] } = await storage.dynamo.send(new ScanCommand({ TableName: table }));
    const keys = keysOf(tableDefinitions[of]);
    Records.push(
      ...Items.map((item) => {
        const NewImage = marshall(item);
        const Keys = Object.fromEntries(keys.map((name) => [name, NewImage[name]]));
        return { eventName: 'INSERT', dynamodb: { SequenceNumber: JSON.stringify(Keys), Keys, NewImage } };
      }),
    );
  }
  invariant(Records.length > 0, 'there are rows that can start the job');
  return { Records };
}

test('a job that finds its world unchanged writes the record of its look, and nothing else', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  // Where its clock stands, the platform stays as it is.
  await emulator.tell('/__sim/clock', { now: startMs });
  const opened = await openRunningInstallation({
    stateDir: pathOf('state'),
    env: emulator.env,
    calls: {},
    onMailsSent: () => {},
  });
  const demo = { emulatorUrl: emulator.url, nowMs: startMs, roster: opened.jobs.platform };
  await plantDemoStory(demo);
  await moveRoster(demo);
  await loadDemoBudgets({ ...opened, ids: randomIds }, demo);
  await loadDemoWatched({ fleet: opened.fleet, targets: opened.readinessTargets, ids: randomIds }, demo);
  const { storage } = opened.jobs;
  const counting = countingClient(() => storage.dynamo);
  const run = jobRunner({ ...opened.jobs, storage: { ...storage, dynamo: counting.client } });

  // The first look finds everything, and the second what the first ones of other jobs have left.
  const lookAt = async (nowMs: number): Promise<ReadonlyMap<JobName, readonly Write[]>> => {
    vi.setSystemTime(nowMs);
    const written = new Map<JobName, readonly Write[]>();
    for (const job of jobs) {
      const event = await eventFor(job, storage, nowMs);
      counting.sent.length = 0;
      await run(job.name, event);
      const writes = counting.sent.filter(({ name }) => /Put|Update|Delete|Write/u.test(name));
      written.set(
        job.name,
        writes.flatMap(({ input }) => writesOf(input as Input)).filter((write) => !isOfTheLook(job.name, write)),
      );
    }
    return written;
  };
  const first = await lookAt(startMs + 10_000);
  await lookAt(startMs + 20_000);
  const third = await lookAt(startMs + 30_000);
  await opened.close();

  const busy = [...first].filter(([, writes]) => writes.length > 0).map(([name]) => name);
  expect(busy).toEqual(
    expect.arrayContaining(['enforce', 'live', 'controls', 'roster', 'sessions', 'computers', 'readiness']),
  );
  expect([...third].filter(([, writes]) => writes.length > 0)).toEqual([]);
}, 120_000);
