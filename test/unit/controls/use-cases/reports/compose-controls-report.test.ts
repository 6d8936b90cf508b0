import { describe, expect, test } from 'vitest';

import { diffControls } from '../../../../../shared/control-diff/diff-controls.ts';
import type { ControlChange } from '../../../../../shared/controls/control-change.ts';
import type { NumberRange } from '../../../../../shared/controls/history/number-range.ts';
import { latestVersion, revisionText } from '../../../../../shared/controls/history/revision-entry.ts';
import {
  initialState,
  type ContentPlace,
  type WatchIntent,
  type WatchState,
} from '../../../../../shared/controls/history/watch-state.ts';
import type { JsonObject } from '../../../../../shared/controls/json.ts';
import type { Revision } from '../../../../../shared/controls/revision.ts';
import { memoryRevisionStore } from '../../../../../shared/controls/store/memory-controls-stores.ts';
import type { ReportDeps } from '../../../../../shared/controls/use-cases/judge-revision.ts';
import {
  composeControlsReport,
  findTogether,
} from '../../../../../shared/controls/use-cases/reports/compose-controls-report.ts';
import { sha256 } from '../../../../../shared/kernel/sha256.ts';
import { anEntry, aRevision } from '../../../../support/controls-samples.ts';
import { aControlChange } from '../../../../support/evidence-records.ts';

const at = '2026-03-02T08:00:00.000Z';

/** Top-level settings that differ, each a change. */
function plainDiff(before: JsonObject, after: JsonObject): readonly ControlChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => {
      const { before: _, ...change } = aControlChange({ path: key, field: key, severity: 'medium' });
      return {
        ...change,
        ...(before[key] !== undefined && { before: before[key] }),
        ...(after[key] !== undefined && { after: after[key] }),
      };
    });
}

async function depsWith(
  contents: readonly (readonly [Revision, ...Revision[]])[],
  diff: ReportDeps['diff'] = plainDiff,
): Promise<ReportDeps> {
  const revisions = memoryRevisionStore();
  for (const all of contents) {
    const whole = anEntry([...all]);
    for (const [index, content] of all.entries()) {
      await revisions.put({ ...whole, versions: whole.versions.slice(0, index + 1) }, content);
    }
  }
  return { revisions, diff, policy: { approvedChangers: [] } };
}

/** Revisions 1, 2, … each with other settings. */
async function depsThrough(last: number, diff?: ReportDeps['diff']): Promise<ReportDeps> {
  return depsWith(
    Array.from({ length: last }, (_, index) => [aRevision(index + 1)] as const),
    diff,
  );
}

/** More revisions than a report has steps. */
const many = depsThrough(1_004);

function placeOf(revision: Revision): ContentPlace {
  return { series: 1, revision: revision.revision, digest: sha256(revisionText(revision)) };
}

function anIntent(from: number, through: number, over: Partial<WatchIntent> = {}): WatchIntent {
  return {
    reportId: '1/x/1',
    kind: 'changes',
    runId: 'run',
    at,
    series: 1,
    revisions: from <= through ? [{ from, through }] : [],
    alarms: [],
    over: [],
    ...over,
  };
}

function aState(reported: Revision, over: Partial<WatchState> = {}): WatchState {
  const { revision } = reported;
  return {
    ...initialState,
    handled: { from: 1, through: revision, missing: [] },
    inForce: { newest: placeOf(reported), asleep: {} },
    ...over,
  };
}

describe('a first report', () => {
  test('has the newest revision alone, as nobody’s change', async () => {
    // So many by one person that they would be a finding.
    const { report, inForce } = await composeControlsReport(
      await depsThrough(7),
      anIntent(1, 7, { kind: 'first-run' }),
      initialState,
    );

    expect(report).toMatchObject({
      reportId: '1/x/1',
      kind: 'first-run',
      runId: 'run',
      at,
      handled: { count: 7, from: 1, through: 7 },
      findings: [],
      alarms: [],
      over: [],
    });
    expect(report.steps).toMatchObject([
      { series: 1, revision: 7, previous: { series: 1, revision: 6 }, changes: [], changesMore: 0, isLate: false },
    ]);
    expect(report).not.toHaveProperty('net');
    expect(inForce).toStrictEqual({ newest: placeOf(aRevision(7)), asleep: {} });
  });

  test('of no revision at all says so, and nothing is in force', async () => {
    const composed = await composeControlsReport(
      await depsThrough(0),
      anIntent(1, 0, { kind: 'first-run' }),
      initialState,
    );

    expect(composed.report.steps).toEqual([]);
    expect(composed.report).not.toHaveProperty('handled');
    expect(composed).not.toHaveProperty('inForce');
  });
});

describe('a report of changes', () => {
  test('has a step for each revision, from what was reported last', async () => {
    const { report, inForce } = await composeControlsReport(await depsThrough(4), anIntent(3, 4), aState(aRevision(2)));

    expect(report.handled).toEqual({ count: 2, from: 3, through: 4 });
    expect(
      report.steps.map(({ revision, previous, changes, digest }) => [
        revision,
        previous?.revision,
        changes.map(({ before, after }) => [before, after]),
        digest,
      ]),
    ).toEqual([
      [3, 2, [[2, 3]], placeOf(aRevision(3)).digest],
      [4, 3, [[3, 4]], placeOf(aRevision(4)).digest],
    ]);
    expect(report.net).toMatchObject({ from: 2, through: 4, changes: [{ before: 2, after: 4 }], changesMore: 0 });
    expect(inForce?.newest.revision).toBe(4);
  });

  test('of one revision has no effect of several', async () => {
    const { report } = await composeControlsReport(await depsThrough(3), anIntent(3, 3), aState(aRevision(2)));

    expect(report).not.toHaveProperty('net');
  });

  test('names two hundred changes of all at most, and counts the others', async () => {
    const changes = Array.from({ length: 203 }, (_, index) => aControlChange({ path: `f${index}`, severity: 'low' }));
    const { report } = await composeControlsReport(
      await depsThrough(4, () => changes),
      anIntent(3, 4),
      aState(aRevision(2)),
    );

    expect([report.net?.changes.length, report.net?.changesMore]).toEqual([200, 3]);
    expect(report.steps.map((step) => [step.changes.length, step.changesMore])).toEqual([
      [200, 3],
      [200, 3],
    ]);
  });

  test('lists two thousand changes, and of later steps the grave ones, twenty at most', async () => {
    const grave = Array.from({ length: 25 }, (_, index) =>
      aControlChange({ path: `g${index}`, severity: index % 2 === 0 ? 'critical' : 'high' }),
    );
    const plain = Array.from({ length: 175 }, (_, index) => aControlChange({ path: `f${index}`, severity: 'medium' }));
    const { report } = await composeControlsReport(
      await depsThrough(12, () => [...grave, ...plain]),
      anIntent(2, 12),
      aState(aRevision(1)),
    );

    expect(report.steps.slice(0, 10).map(({ changes }) => changes.length)).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    expect(report.steps.slice(10).map(({ changes, changesMore }) => [changes.length, changesMore])).toEqual([
      [20, 180],
    ]);
    expect(report.steps[10]?.changes.every(({ severity }) => severity !== 'medium')).toBe(true);
  });

  test('lists no plain change where there is room for grave ones alone', async () => {
    const grave = [aControlChange({ path: 'grave', severity: 'high' })];
    const plain = Array.from({ length: 199 }, (_, index) => aControlChange({ path: `f${index}`, severity: 'medium' }));
    const { report } = await composeControlsReport(
      await depsThrough(12, () => [...grave, ...plain]),
      anIntent(2, 12),
      aState(aRevision(1)),
    );

    expect(report.steps[10]?.changes).toEqual(grave);
    expect(report.steps[10]?.changesMore).toBe(199);
  });

  test('works a thousand steps out, and the others as one', async () => {
    const { report } = await composeControlsReport(await many, anIntent(2, 1_004), aState(aRevision(1)));

    expect(report.steps).toHaveLength(1_001);
    expect(report.steps.slice(-2).map(({ revision, previous }) => [revision, previous?.revision])).toEqual([
      [1_001, 1_000],
      [1_004, 1_001],
    ]);
    expect(report.steps.at(-1)?.changes).toMatchObject([{ before: 1_001, after: 1_004 }]);
  });

  test('goes on from the newest handled revision where no record says what was reported', async () => {
    const { inForce: _, ...without } = aState(aRevision(2));
    const { report } = await composeControlsReport(await depsThrough(3), anIntent(3, 3), without);

    expect(report.steps).toMatchObject([{ previous: { revision: 2 }, changes: [{ before: 2, after: 3 }] }]);
  });

  test('goes on from the last revision of the numbering before, where this one has none yet', async () => {
    const deps = await depsThrough(3);
    await deps.revisions.put(anEntry([aRevision(1)], 2), aRevision(1));
    const state = { ...initialState, series: 2, predecessor: { series: 1, revision: 3 } };

    const { report } = await composeControlsReport(deps, anIntent(1, 1, { series: 2 }), state);

    expect(report.steps).toMatchObject([{ series: 2, previous: { series: 1, revision: 3 }, changes: [{ before: 3 }] }]);
  });

  test('of the very first revision has all of its settings, and nothing before them', async () => {
    const { report } = await composeControlsReport(await depsThrough(2), anIntent(1, 2), initialState);

    expect(report.steps[0]).not.toHaveProperty('previous');
    expect(report.steps[0]?.changes).toMatchObject([{ after: 1 }]);
    expect(report.net).toStrictEqual({ through: 2, changes: [expect.objectContaining({ after: 2 })], changesMore: 0 });
  });
});

describe('a revision that is served with another content', () => {
  const again = (revision: number) => aRevision(revision, { settings: { level: 70 + revision }, actor: { name: 'M' } });
  const alarmOf = (revision: number) => ({ kind: 'rewritten', series: 1, revision, digests: [] }) as const;

  test('is in force from then on, where it was the newest', async () => {
    const deps = await depsWith([[aRevision(1)], [aRevision(2), again(2)], [aRevision(3)]]);

    const { report, inForce } = await composeControlsReport(
      deps,
      anIntent(3, 3, { alarms: [alarmOf(2)] }),
      aState(aRevision(2)),
    );

    expect(report.steps).toMatchObject([
      { revision: 2, isRewritten: true, isLate: false, previous: { revision: 2 }, changes: [{ before: 2, after: 72 }] },
      { revision: 3, previous: { revision: 2 }, changes: [{ before: 72, after: 3 }] },
    ]);
    expect(report.steps[0]?.actor).toEqual({ name: 'M' });
    expect(report).not.toHaveProperty('net');
    expect(inForce?.newest).toStrictEqual(placeOf(aRevision(3)));
  });

  test('changes nothing of what is in force, where it was an older one', async () => {
    const deps = await depsWith([[aRevision(1), again(1)], [aRevision(2)]]);

    const { report, inForce } = await composeControlsReport(
      deps,
      anIntent(1, 0, { alarms: [alarmOf(1)] }),
      aState(aRevision(2)),
    );

    expect(report.steps).toMatchObject([
      { revision: 1, isRewritten: true, previous: { revision: 1 }, changes: [{ before: 1, after: 71 }] },
    ]);
    expect(report.steps[0]?.changes[0]?.notes).toHaveLength(1);
    expect(inForce?.newest.revision).toBe(2);
    expect(report).not.toHaveProperty('handled');
  });

  test('is no step where it was reported with this content, or the alarm is another one', async () => {
    const deps = await depsWith([
      [aRevision(1), again(1)],
      [aRevision(2), again(2)],
    ]);
    const back = { updatedAt: at, previousUpdatedAt: at };

    const known = await composeControlsReport(
      deps,
      anIntent(1, 0, { alarms: [alarmOf(2), { kind: 'went-back', series: 1, revision: 1, ...back }, alarmOf(9)] }),
      aState(again(2)),
    );

    expect(known.report.steps).toEqual([]);
    expect(known.report.alarms).toHaveLength(3);
  });
});

test('a revision that is new, and served with two contents, is a step, and so is its rewriting', async () => {
  const again = aRevision(2, { settings: { level: 72 } });
  const deps = await depsWith([[aRevision(1)], [aRevision(2), again], [aRevision(3)]]);
  const alarms = [{ kind: 'rewritten', series: 1, revision: 2, digests: [] } as const];

  const { report } = await composeControlsReport(deps, anIntent(2, 3, { alarms }), aState(aRevision(1)));

  expect(report.steps.map(({ revision, isRewritten }) => [revision, isRewritten])).toEqual([
    [2, undefined],
    [3, undefined],
    [2, true],
  ]);
});

describe('a content that was reported before', () => {
  test('is a step after the new ones, which have no effect together then', async () => {
    const deps = await depsThrough(4);
    const { report } = await composeControlsReport(
      deps,
      anIntent(4, 4, { newest: placeOf(aRevision(2)) }),
      aState(aRevision(3)),
    );

    expect(report.steps.map(({ revision, isBack }) => [revision, isBack])).toEqual([
      [4, undefined],
      [2, true],
    ]);
    expect(report).not.toHaveProperty('net');
  });

  test('is judged by nobody’s approval: who made it is not who brought it back', async () => {
    const judges: unknown[] = [];
    const deps = await depsThrough(3, (_before, _after, judge) => {
      judges.push(judge);
      return [];
    });
    const { report } = await composeControlsReport(
      deps,
      anIntent(1, 0, { newest: placeOf(aRevision(2)) }),
      aState(aRevision(3)),
    );

    expect(judges).toStrictEqual([{ lastInForce: new Map() }]);
    expect(report.steps[0]?.actor).toStrictEqual({});
  });

  test('is another one in another numbering, though it says the same', async () => {
    const deps = await depsThrough(3);
    await deps.revisions.put(anEntry([aRevision(3)], 2), aRevision(3));
    const { report } = await composeControlsReport(
      deps,
      anIntent(1, 0, { newest: { ...placeOf(aRevision(3)), series: 2 } }),
      aState(aRevision(3)),
    );

    expect(report.steps).toMatchObject([{ series: 2, revision: 3, isBack: true }]);
  });

  test('is in force again where it is the newest, and by nobody', async () => {
    const newest = placeOf(aRevision(2));

    const { report, inForce } = await composeControlsReport(
      await depsThrough(3),
      anIntent(1, 0, { newest }),
      aState(aRevision(3)),
    );

    expect(report.steps).toMatchObject([
      {
        revision: 2,
        isBack: true,
        isLate: false,
        actor: {},
        previous: { revision: 3 },
        changes: [{ before: 3, after: 2 }],
      },
    ]);
    expect(inForce?.newest).toStrictEqual(newest);
  });

  test('is no news where it is in force, and none where it is not stored', async () => {
    const deps = await depsThrough(3);
    const same = await composeControlsReport(
      deps,
      anIntent(1, 0, { newest: placeOf(aRevision(3)) }),
      aState(aRevision(3)),
    );
    const other = await composeControlsReport(
      deps,
      anIntent(1, 0, { newest: { series: 1, revision: 2, digest: 'other' } }),
      aState(aRevision(3)),
    );
    const gone = await composeControlsReport(
      deps,
      anIntent(1, 0, { newest: { series: 1, revision: 9, digest: 'other' } }),
      aState(aRevision(3)),
    );

    expect([same, other, gone].map(({ report }) => report.steps)).toEqual([[], [], []]);
  });
});

describe('a revision that appears after a later one was reported', () => {
  async function late() {
    const deps = await depsWith([
      [aRevision(1, { settings: { a: 1 } })],
      [aRevision(2, { settings: { a: 1, b: 2 } })],
      [aRevision(3, { settings: { a: 1, c: 3 } })],
    ]);
    const state = aState(aRevision(3, { settings: { a: 1, c: 3 } }), {
      handled: { from: 1, through: 3, missing: [{ from: 2, through: 2 }] },
    });
    return composeControlsReport(deps, anIntent(2, 2), state);
  }

  test('is reported late with what it alone allowed, and then the later one again with what it ended', async () => {
    const { report, inForce } = await late();

    const brief = report.steps.map(({ revision, previous, isLate, changes }) => [
      revision,
      previous?.revision,
      isLate,
      changes.map(({ path, before, after, quiet }) => [path, before, after, quiet]),
    ]);
    expect(brief).toEqual([
      [2, 1, false, [['b', undefined, 2, undefined]]],
      [
        3,
        2,
        true,
        [
          ['b', 2, undefined, undefined],
          ['c', undefined, 3, 'told'],
        ],
      ],
    ]);
    expect(inForce?.newest.revision).toBe(3);
    expect(report).not.toHaveProperty('net');
  });
});

describe('revisions that appear late', () => {
  function reportedThrough(last: Revision, missing: readonly number[]): WatchState {
    return aState(last, {
      handled: { from: 1, through: last.revision, missing: missing.map((each) => ({ from: each, through: each })) },
    });
  }

  function brief(changes: readonly ControlChange[]) {
    return changes.map(({ path, before, after, quiet }) => [path, before, after, quiet]);
  }

  test('one after the other are steps between the one before them and the one after', async () => {
    const all: readonly JsonObject[] = [{ a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { a: 1, d: 4 }, { a: 1, d: 4 }];
    const revisions = all.map((settings, index) => aRevision(index + 1, { settings }));
    const deps = await depsWith(revisions.map((revision) => [revision] as const));
    const [, , , , last = aRevision(5)] = revisions;

    const { report } = await composeControlsReport(deps, anIntent(2, 3), reportedThrough(last, [2, 3]));

    expect(report.steps.map(({ revision, isLate }) => [revision, isLate])).toEqual([
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect(report.steps.map(({ changes }) => brief(changes))).toEqual([
      [['b', undefined, 2, undefined]],
      [['c', undefined, 3, undefined]],
      [
        ['b', 2, undefined, undefined],
        ['c', 3, undefined, undefined],
        ['d', undefined, 4, 'told'],
      ],
    ]);
  });

  test('in two places are steps in each of them', async () => {
    const all: readonly JsonObject[] = [{ a: 1 }, { a: 1, b: 2 }, { a: 1 }, { a: 1, c: 3 }, { a: 1 }];
    const revisions = all.map((settings, index) => aRevision(index + 1, { settings }));
    const deps = await depsWith(revisions.map((revision) => [revision] as const));
    const [, , , , last = aRevision(5)] = revisions;
    const intent = anIntent(1, 0, {
      revisions: [
        { from: 2, through: 2 },
        { from: 4, through: 4 },
      ],
    });

    const { report } = await composeControlsReport(deps, intent, reportedThrough(last, [2, 4]));

    expect(report.steps.map(({ revision, isLate, changes }) => [revision, isLate, brief(changes)])).toEqual([
      [2, false, [['b', undefined, 2, undefined]]],
      [3, true, [['b', 2, undefined, undefined]]],
      [4, false, [['c', undefined, 3, undefined]]],
      [5, true, [['c', 3, undefined, undefined]]],
    ]);
  });

  test('that changed what the later ones changed too are known', async () => {
    const all: readonly JsonObject[] = [{ a: 1 }, { a: 2 }, { a: 2, b: 1 }];
    const revisions = all.map((settings, index) => aRevision(index + 1, { settings }));
    const deps = await depsWith(revisions.map((revision) => [revision] as const));
    const [, , last = aRevision(3)] = revisions;

    const { report } = await composeControlsReport(deps, anIntent(2, 2), reportedThrough(last, [2]));

    expect(report.steps.map(({ revision, changes }) => [revision, brief(changes)])).toEqual([
      [2, [['a', 1, 2, 'told']]],
      [3, [['b', undefined, 1, 'told']]],
    ]);
  });

  test('are dormant in a field that has no effect in the later one: it is reported once it has', async () => {
    const sandbox = (enabled: boolean, ...allowedDomains: readonly string[]) => ({
      sandbox: { enabled, network: { allowedDomains } },
    });
    const all = [
      sandbox(true, 'a.example'),
      sandbox(true, 'a.example', 'b.example'),
      sandbox(false, 'a.example', 'b.example'),
    ];
    const revisions = all.map((settings, index) => aRevision(index + 1, { settings }));
    const deps = await depsWith(
      revisions.map((revision) => [revision] as const),
      diffControls,
    );
    const [, , last = aRevision(3)] = revisions;

    const { report } = await composeControlsReport(deps, anIntent(2, 2), reportedThrough(last, [2]));

    expect(
      report.steps.map(({ revision, changes }) => [revision, changes.map(({ path, quiet }) => [path, quiet])]),
    ).toEqual([
      [2, [['sandbox.network.allowedDomains', 'dormant']]],
      [3, [['sandbox.enabled', 'told']]],
    ]);
  });

  test('before all others are compared with nothing', async () => {
    const all: readonly JsonObject[] = [{ a: 1 }, { a: 1, b: 2 }];
    const revisions = all.map((settings, index) => aRevision(index + 1, { settings }));
    const deps = await depsWith(revisions.map((revision) => [revision] as const));
    const [, last = aRevision(2)] = revisions;

    const { report } = await composeControlsReport(deps, anIntent(1, 1), reportedThrough(last, [1]));

    expect(report.steps.map(({ revision, changes }) => [revision, brief(changes)])).toEqual([
      [1, [['a', undefined, 1, 'told']]],
      [2, [['b', undefined, 2, 'told']]],
    ]);
    expect(report.steps[0]).not.toHaveProperty('previous');
  });

  test('without a later one that was reported are steps of their own', async () => {
    const deps = await depsThrough(3);

    const { report } = await composeControlsReport(deps, anIntent(2, 3), reportedThrough(aRevision(3), [2, 3]));

    expect(
      report.steps.map(({ revision, previous, changes }) => [revision, previous?.revision, brief(changes)]),
    ).toEqual([
      [2, 1, [['level', 1, 2, undefined]]],
      [3, 2, [['level', 2, 3, undefined]]],
    ]);
  });

  test('side by side in two ranges are each reported once', async () => {
    const deps = await depsThrough(4);
    const ranges = [2, 3].map((each) => ({ from: each, through: each }));

    const { report } = await composeControlsReport(
      deps,
      anIntent(1, 0, { revisions: ranges }),
      reportedThrough(aRevision(4), [2, 3]),
    );

    expect(report.steps.map(({ revision }) => revision)).toEqual([2, 3, 4]);
  });

  test('are no more than a report can hold', async () => {
    const state = reportedThrough(aRevision(1_004), []);

    const { report } = await composeControlsReport(await many, anIntent(2, 1_003), state);

    expect(report.steps).toHaveLength(1_000);
  });
});

test('the newest content of a revision is what is in force, also where a record holds another', async () => {
  const deps = await depsThrough(2);
  const [entry] = await deps.revisions.find(1, [2]);
  const state = aState(aRevision(2), { inForce: { newest: { series: 1, revision: 9, digest: 'gone' }, asleep: {} } });

  const { report, inForce } = await composeControlsReport(deps, anIntent(1, 0), state);

  expect(report.steps).toEqual([]);
  expect(inForce?.newest.digest).toBe(entry && latestVersion(entry).digest);
});

/** Revisions 1, 2, … by one person within minutes, and what was listed of them. */
async function aStore(settings: readonly JsonObject[], diff: ReportDeps['diff'] = () => [aControlChange()]) {
  const store = memoryRevisionStore();
  for (const [index, each] of settings.entries()) {
    const revision = aRevision(index + 1, { settings: each });
    await store.put(anEntry([revision]), revision);
  }
  const listed: number[][] = [];
  const list: typeof store.list = async (series, from, countMax) => {
    listed.push([series, from, countMax]);
    return store.list(series, from, countMax);
  };
  const deps: ReportDeps = { revisions: { ...store, list }, diff, policy: { approvedChangers: [] } };
  const find = async (...revisions: readonly NumberRange[]) => {
    const at = '2026-03-02T08:00:00.000Z';
    const intent: WatchIntent = {
      reportId: 'r',
      kind: 'changes',
      runId: 'run',
      at,
      series: 1,
      revisions,
      alarms: [],
      over: [],
    };
    return findTogether(deps, intent);
  };
  return { find, listed };
}

const seven = Array.from({ length: 7 }, (_, level) => ({ level }));

test('what several revisions mean together is found with those before the new ones', async () => {
  const { find } = await aStore(seven);

  const findings = await find({ from: 7, through: 7 });

  // Of the first one that is read it is not known what it changed.
  expect(findings.map(({ kind, revisions }) => [kind, revisions])).toEqual([['many-steps', [2, 3, 4, 5, 6, 7]]]);
});

test('what was complete before, or is not complete yet, is no news', async () => {
  const { find, listed } = await aStore(seven);

  expect(await find({ from: 3, through: 3 })).toEqual([]);
  expect(listed).toHaveLength(1);
  expect(await find()).toEqual([]);
  expect(listed).toHaveLength(1);
});

test('the worst finding comes first', async () => {
  const on = { sandbox: { enabled: true } };
  const off = { sandbox: { enabled: false } };
  const { find } = await aStore([on, off, on, off, on, off, on], diffControls);

  const severities = (await find({ from: 1, through: 7 })).map(({ severity }) => severity);

  const order = ['critical', 'high', 'medium', 'low', 'info'];
  expect(new Set(severities).size).toBeGreaterThan(1);
  expect(severities).toEqual(severities.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
});

test.for([
  [[{ from: 5, through: 9 }], 0],
  [[{ from: 50, through: 90 }], 30],
  [[{ from: 100, through: 300 }], 220],
  [
    [
      { from: 10, through: 20 },
      { from: 40, through: 60 },
    ],
    0,
  ],
] as const)('of %j the newest are looked at with twenty before them, from %d on', async ([ranges, from]) => {
  const { find, listed } = await aStore([]);

  await find(...ranges);

  expect(listed).toEqual([[1, from, 81]]);
});
