import { describe, expect, test } from 'vitest';

import type { HistoryAlarm } from '../../../../shared/controls/history/history-alarm.ts';
import type { NumberRange } from '../../../../shared/controls/history/number-range.ts';
import type { RevisionEntry } from '../../../../shared/controls/history/revision-entry.ts';
import type { WatchIntent } from '../../../../shared/controls/history/watch-state.ts';
import type { RevisionStore } from '../../../../shared/controls/ports.ts';
import type { Revision } from '../../../../shared/controls/revision.ts';
import { memoryRevisionStore } from '../../../../shared/controls/store/memory-controls-stores.ts';
import type { ReportDeps } from '../../../../shared/controls/use-cases/judge-revision.ts';
import { revisionEvidence } from '../../../../shared/evidence/use-cases/append-evidence.ts';
import { anEntry, aRevision } from '../../../support/controls-samples.ts';
import { aControlChange } from '../../../support/evidence-records.ts';

/** Stored revisions, each with the contents that were served of it, and the reads of contents. */
async function aStore(...revisions: readonly (readonly [Revision, ...Revision[]])[]) {
  const store = memoryRevisionStore();
  for (const contents of revisions) {
    const whole = seenHourly(anEntry([...contents]));
    for (const [index, content] of contents.entries()) {
      await store.put({ ...whole, versions: whole.versions.slice(0, index + 1) }, content);
    }
  }
  let reads = 0;
  const counting: RevisionStore = {
    ...store,
    async read(...content) {
      reads += 1;
      return store.read(...content);
    },
  };
  return { revisions: counting, reads: () => reads };
}

function seenHourly(entry: RevisionEntry): RevisionEntry {
  const versions = entry.versions.map((version, index) => ({
    ...version,
    seenAt: `2026-03-02T0${index}:00:00.000Z`,
  }));
  return { ...entry, versions };
}

const change = aControlChange();

function depsOf(revisions: RevisionStore, changes = [change]): ReportDeps {
  return { revisions, diff: () => changes, policy: { approvedChangers: ['eve@acme.example'] } };
}

interface Asked {
  readonly kind?: WatchIntent['kind'];
  readonly revisions?: readonly NumberRange[];
  readonly alarms?: readonly HistoryAlarm[];
  readonly recorded?: readonly string[];
}

async function evidenceOf(deps: ReportDeps, asked: Asked) {
  const { kind = 'changes', revisions = [], alarms = [], recorded = [] } = asked;
  const at = '2026-03-02T08:00:00.000Z';
  const intent: WatchIntent = { reportId: 'r', kind, runId: 'run', at, series: 1, revisions, alarms, over: [] };
  const order = { intent, place: { series: 1 }, isRecorded: (id: string) => recorded.includes(id) };
  return Array.fromAsync(revisionEvidence(deps, order));
}

async function digestsOf(store: RevisionStore, revision: number): Promise<readonly string[]> {
  const [entry] = await store.find(1, [revision]);
  return entry?.versions.map(({ digest }) => digest) ?? [];
}

const both = [{ from: 1, through: 2 }];

test('a record says who made a revision and under which circumstances', async () => {
  const { revisions } = await aStore([aRevision(1)], [aRevision(2, { actor: { name: 'Mallory' } })]);

  const records = await evidenceOf(depsOf(revisions), { revisions: both });

  expect(records.map(({ body }) => [body['actor'], body['circumstances']])).toEqual([
    [
      { id: 'u-eve', email: 'eve@acme.example', name: 'Eve' },
      { actor: 'approved', hours: 'unknown' },
    ],
    [{ name: 'Mallory' }, { actor: expect.not.stringMatching(/^approved$/u), hours: 'unknown' }],
  ]);
});

test.for([
  ['changes', false, 1],
  ['first-run', true, 0],
] as const)(
  'the first revision there is, in a report of %s, is a starting point: %s',
  async ([kind, isStart, count]) => {
    const { revisions } = await aStore([aRevision(1)]);

    const [record] = await evidenceOf(depsOf(revisions), { kind, revisions: [{ from: 1, through: 1 }] });

    expect(record?.body).toMatchObject({ previous: null, isStart, changesCount: count });
  },
);

test('a revision that was served with several contents has a record of each, one after the other', async () => {
  const { revisions } = await aStore([aRevision(1), aRevision(1, { settings: { level: 7 } })]);

  const records = await evidenceOf(depsOf(revisions), { revisions: [{ from: 1, through: 1 }] });

  const [first, second] = await digestsOf(revisions, 1);
  expect(records.map(({ id, body }) => [id, body['previous'], body['isRewritten']])).toEqual([
    [`revision/1/1/${first}`, null, false],
    [`revision/1/1/${second}`, { series: 1, revision: 1, digest: first }, true],
  ]);
});

test('what is recorded already is not recorded again, and not judged', async () => {
  const { revisions, reads } = await aStore([aRevision(1)], [aRevision(2)]);
  const [first] = await digestsOf(revisions, 1);
  const [second] = await digestsOf(revisions, 2);

  const some = await evidenceOf(depsOf(revisions), { revisions: both, recorded: [`revision/1/2/${second}`] });
  const readsOfSome = reads();
  const none = await evidenceOf(depsOf(revisions), {
    revisions: both,
    recorded: [`revision/1/1/${first}`, `revision/1/2/${second}`],
  });

  expect(some.map(({ id }) => id)).toEqual([`revision/1/1/${first}`]);
  expect(none).toEqual([]);
  expect([readsOfSome, reads()]).toEqual([1, 1]);
});

test('each content is read once where revisions follow each other', async () => {
  const { revisions, reads } = await aStore([aRevision(1)], [aRevision(2)], [aRevision(3)], [aRevision(4)]);

  await evidenceOf(depsOf(revisions), { revisions: [{ from: 1, through: 4 }] });

  expect(reads()).toBe(4);
});

describe('of a revision that is served with another content', () => {
  const alarm = { kind: 'rewritten', series: 1, revision: 1, digests: [] } as const;

  test('the newest content is recorded, beside the one before it', async () => {
    const contents = [2, 3].map((level) => aRevision(1, { settings: { level } }));
    const { revisions } = await aStore([aRevision(1), ...contents]);

    const records = await evidenceOf(depsOf(revisions), { alarms: [alarm] });

    const [, second, third] = await digestsOf(revisions, 1);
    expect(records.map(({ id, body }) => [id, body['previous'], body['changesCount']])).toEqual([
      [`revision/1/1/${third}`, { series: 1, revision: 1, digest: second }, 1],
    ]);
  });

  test('nothing is recorded for an alarm of another kind', async () => {
    const { revisions } = await aStore([aRevision(1), aRevision(1, { settings: { level: 7 } })]);
    const instants = { updatedAt: '2026-03-01T08:01:00.000Z', previousUpdatedAt: '2026-03-01T08:02:00.000Z' };

    const alarms = [{ kind: 'went-back', series: 1, revision: 1, ...instants } as const];

    expect(await evidenceOf(depsOf(revisions), { alarms })).toEqual([]);
  });
});

test('changes that are too many for one link stand in numbered links before it', async () => {
  const { revisions } = await aStore([aRevision(1)]);
  const changes = Array.from({ length: 100 }, () => aControlChange({ sentence: 'x'.repeat(1_900) }));

  const records = await evidenceOf(depsOf(revisions, changes), { revisions: [{ from: 1, through: 1 }] });

  const [digest] = await digestsOf(revisions, 1);
  expect(records.length).toBeGreaterThan(2);
  expect(records.map(({ kind, id, body }) => [kind, id, body['part']])).toEqual([
    ...records.slice(1).map((_, index) => ['judged', `judged/1/1/${digest}/${index + 2}`, index + 2]),
    ['revision', `revision/1/1/${digest}`, undefined],
  ]);
});

test('of more than a thousand revisions the newest thousand are judged, the others recorded all the same', async () => {
  const { revisions } = await aStore(...Array.from({ length: 1_002 }, (_, index) => [aRevision(index + 1)] as const));

  const records = await evidenceOf(depsOf(revisions), { revisions: [{ from: 1, through: 1_002 }] });

  const counts = records.map(({ body }) => body['changesCount']);
  expect(counts).toEqual([null, null, ...Array.from({ length: 1_000 }, () => 1)]);
  expect(records[0]?.body['changes']).toBeNull();
});
