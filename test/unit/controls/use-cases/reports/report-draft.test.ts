import { describe, expect, test } from 'vitest';

import { nothingInForce } from '../../../../../shared/control-diff/in-force.ts';
import type { RevisionEntry } from '../../../../../shared/controls/history/revision-entry.ts';
import {
  initialState,
  type ContentPlace,
  type WatchIntent,
} from '../../../../../shared/controls/history/watch-state.ts';
import type { JsonObject } from '../../../../../shared/controls/json.ts';
import { memoryRevisionStore } from '../../../../../shared/controls/store/memory-controls-stores.ts';
import { readReportedState, recordOf, stateOf } from '../../../../../shared/controls/use-cases/reports/report-draft.ts';
import { anEntry, aRevision } from '../../../../support/controls-samples.ts';

const domains = 'sandbox.network.allowedDomains';
const at = '2026-03-02T08:00:00.000Z';
const intent: WatchIntent = {
  reportId: 'r',
  kind: 'changes',
  runId: 'run',
  at,
  series: 1,
  revisions: [],
  alarms: [],
  over: [],
};

function sandbox(enabled: boolean, ...allowedDomains: readonly string[]) {
  return { sandbox: { enabled, network: { allowedDomains } } } satisfies JsonObject;
}

/** Revisions 1, 2, … with these settings, and the place of each. */
async function aStore(...settings: readonly JsonObject[]) {
  const store = memoryRevisionStore();
  const entries: RevisionEntry[] = [];
  for (const [index, each] of settings.entries()) {
    const revision = aRevision(index + 1, { settings: each });
    entries.push(anEntry([revision]));
    await store.put(anEntry([revision]), revision);
  }
  const placeOf = (revision: number): ContentPlace => {
    const { digest = '' } = entries[revision - 1]?.versions[0] ?? {};
    return { series: 1, revision, digest };
  };
  return { store, entries, placeOf };
}

const through = (last: number) => ({ from: 1, through: last, missing: [] });

describe('what people know to be in force', () => {
  test('is what was recorded, with what the fields without effect were before', async () => {
    const { store, placeOf } = await aStore(sandbox(true, 'a.example'), sandbox(true, 'b.example'), sandbox(false));
    const asleep = { [domains]: placeOf(1), 'sandbox.network.allowUnixSockets': { ...placeOf(2), digest: 'gone' } };

    const state = await readReportedState(store, { ...initialState, inForce: { newest: placeOf(3), asleep } }, intent);

    expect(state.settings).toEqual(sandbox(false));
    expect(state.place).toEqual(placeOf(3));
    expect([...state.asleep]).toStrictEqual([[domains, { value: ['a.example'], place: placeOf(1) }]]);
  });

  test('is worked out from the newest handled revision where there is no record, or its content is gone', async () => {
    const { store, placeOf } = await aStore(sandbox(true, 'a.example'), sandbox(false), sandbox(true));
    const gone = { newest: { ...placeOf(3), digest: 'gone' }, asleep: {} };

    const states = [
      await readReportedState(store, { ...initialState, handled: through(2) }, intent),
      await readReportedState(store, { ...initialState, handled: through(2), inForce: gone }, intent),
    ];

    expect(states.map(({ place }) => place)).toEqual([placeOf(2), placeOf(2)]);
    expect(states.map(({ asleep }) => asleep.get(domains)?.value)).toEqual([['a.example'], ['a.example']]);
  });

  test('is nothing before anything is handled, or where it is not stored', async () => {
    const { store } = await aStore();

    expect(await readReportedState(store, initialState, intent)).toBe(nothingInForce);
    expect(await readReportedState(store, { ...initialState, handled: through(2) }, intent)).toBe(nothingInForce);
  });

  test('is the content that was seen before the report, else the first', async () => {
    const contents = [1, 2, 3].map((level) => aRevision(1, { settings: { level } }));
    const [first = aRevision(1), ...others] = contents;
    const entry = anEntry([first, ...others]);
    const seenAt = ['2026-03-02T06:00:00.000Z', '2026-03-02T07:00:00.000Z', at];
    const versions = entry.versions.map((version, index) => ({ ...version, seenAt: seenAt[index] ?? at }));
    const store = memoryRevisionStore();
    for (const [index, content] of contents.entries()) {
      await store.put({ ...entry, versions: versions.slice(0, index + 1) }, content);
    }
    const settingsAt = async (moment: string) => {
      const state = { ...initialState, handled: through(1) };
      return (await readReportedState(store, state, { ...intent, at: moment })).settings;
    };

    expect([
      await settingsAt(at),
      await settingsAt('2026-03-02T06:30:00.000Z'),
      await settingsAt(seenAt[0] ?? ''),
    ]).toEqual([{ level: 2 }, { level: 1 }, { level: 1 }]);
  });
});

test('what is in force with a content leaves out the revisions that count as not there', async () => {
  const { store, entries, placeOf } = await aStore(
    sandbox(true, 'a.example'),
    sandbox(true, 'b.example'),
    sandbox(false),
  );
  const [, , third = anEntry([aRevision(3)])] = entries;
  const { digest } = placeOf(3);

  const [all, some, none] = [
    await stateOf(store, third, { digest }),
    await stateOf(store, third, { digest, isLeftOut: ({ revision }) => revision === 2 }),
    await stateOf(store, third, { digest: 'gone' }),
  ];

  expect([all, some].map(({ asleep }) => asleep.get(domains)?.value)).toEqual([['b.example'], ['a.example']]);
  expect(all).toMatchObject({ settings: sandbox(false), place: placeOf(3) });
  expect(none).toBe(nothingInForce);
});

test('the record of a state holds places alone, and none of what has none', () => {
  const place = { series: 1, revision: 1, digest: 'd' };
  const asleep = new Map([
    ['a', { value: 1, place }],
    ['b', { value: 2, place: undefined }],
  ]);

  expect(recordOf({ settings: {}, place, asleep })).toStrictEqual({ newest: place, asleep: { a: place } });
  expect(recordOf(nothingInForce)).toBeUndefined();
});
