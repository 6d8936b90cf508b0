import { expect, test } from 'vitest';

import type { JsonObject } from '../../../shared/controls/json.ts';
import { verifyChain } from '../../../shared/evidence/verify-chain.ts';
import { hourMs } from '../virtual-clock.ts';
import { approve, aControlsWorld, contact, mailsTo, watch, watchLater, type ControlsWorld } from './controls-world.ts';
import type { Order } from './history-model.ts';

const orders: readonly Order[] = ['newest-first', 'oldest-first', 'shuffled'];

/** A world that has watched revisions 1 to `count`. */
async function watched(count: number, order: Order = 'newest-first'): Promise<ControlsWorld> {
  const world = aControlsWorld();
  world.history.order = order;
  for (let n = 1; n <= count; n += 1) {
    world.history.change({ level: n });
  }
  await watch(world);
  return world;
}

/** The subjects and texts of all mails but the first summary. */
function told(world: ControlsWorld): readonly string[] {
  return mailsTo(world)
    .slice(1)
    .map(({ text }) => text);
}

async function stored(world: ControlsWorld): Promise<readonly number[]> {
  const entries = await world.stores.revisions.list(1, 0, 1_000);
  return entries.map(({ revision }) => revision);
}

test.for(orders)('a first run stores every revision of a history that is %s, and reports once', async (order) => {
  const world = await watched(8, order);

  const mails = mailsTo(world);

  expect(await stored(world)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('8 revisions')]);
  expect(mails[0]?.text).toContain('Revisions: 1 to 8');
});

test.for(orders)(
  'every step of a history that is %s is reported in one mail, with what they come to',
  async (order) => {
    const world = await watched(8, order);
    world.history.change({ level: 9 });
    world.history.change({ level: 10, other: true });

    const { reports } = await watchLater(world);

    expect(reports.map(({ steps }) => steps.map(({ revision, previous }) => [previous?.revision, revision]))).toEqual([
      [
        [8, 9],
        [9, 10],
      ],
    ]);
    expect(reports[0]?.net?.changes.map(({ path, before, after }) => [path, before, after])).toEqual([
      ['level', 8, 10],
      ['other', undefined, true],
    ]);
    expect(told(world)).toHaveLength(1);
  },
);

test('when nothing changed nobody is notified, and a link says that it was looked', async () => {
  const world = await watched(3);
  const before = await world.stores.evidence.head();
  world.history.pagesRead = 0;

  const { outcome } = await watchLater(world);

  const after = await world.stores.evidence.head();
  expect(outcome).toMatchObject({ status: 'complete', alerts: 0 });
  expect(told(world)).toEqual([]);
  expect(after).toMatchObject({ seq: (before?.seq ?? 0) + 1, kind: 'run', body: { status: 'complete' } });
  expect(world.history.pagesRead).toBe(1);
});

test('a long history that falls to what is known is read no further, but for once an hour', async () => {
  const world = await watched(600);
  world.history.pageSize = 10;
  const pages = async () => {
    world.history.pagesRead = 0;
    await watchLater(world);
    return world.history.pagesRead;
  };
  await pages();

  const quick = await pages();
  world.clock.moveBy(hourMs);
  const whole = await pages();

  expect({ quick, whole }).toEqual({ quick: 1, whole: 60 + 1 });
});

test('a run that finds nothing new reads one page and no stored content, however long the history is', async () => {
  const world = await watched(600);
  world.history.pageSize = 100;
  await watchLater(world);
  world.history.pagesRead = 0;
  const calls: string[] = [];

  await watchLater(world, {
    around: async ({ name }, perform) => {
      calls.push(name);
      return perform();
    },
  });

  const ofRevisions = calls.filter((name) => name.startsWith('revisions.'));
  expect(world.history.pagesRead).toBe(1);
  expect(ofRevisions).not.toContain('revisions.read');
  expect(ofRevisions.length).toBeLessThanOrEqual(8);
  expect(calls.length).toBeLessThanOrEqual(40);
});

test('hours that were missed are caught up, each step by itself', async () => {
  const world = await watched(2);
  world.clock.moveBy(30 * hourMs);
  for (let n = 3; n <= 12; n += 1) {
    world.history.change({ level: n });
  }

  const { reports } = await watch(world);

  expect(reports[0]?.steps.map(({ revision }) => revision)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(told(world)).toHaveLength(1);
});

test('a revision that is stored and served differently is reported once, and both contents are kept', async () => {
  const world = await watched(4);
  world.history.rewrite(2, { level: 'forged' });

  const { reports } = await watchLater(world);
  await watchLater(world);

  const [entry] = await world.stores.revisions.find(1, [2]);
  const contents = await Promise.all(
    (entry?.versions ?? []).map(async ({ digest }) => world.stores.revisions.read({ series: 1, revision: 2 }, digest)),
  );
  expect(reports[0]?.alarms).toMatchObject([{ kind: 'rewritten', revision: 2 }]);
  expect(contents.map((content) => content?.settings)).toEqual([{ level: 2 }, { level: 'forged' }]);
  expect(told(world)).toHaveLength(1);
});

test('a number that is not served is a gap; when it appears its steps are reported again and the gap is over', async () => {
  const world = await watched(3);
  const hidden = world.history.change({ level: 4 });
  world.history.change({ level: 5 });
  world.history.revisions = world.history.revisions.filter((each) => each !== hidden);

  const first = await watchLater(world);
  const again = await watchLater(world);
  world.history.revisions.splice(3, 0, hidden);
  const later = await watchLater(world);

  expect(first.reports[0]?.alarms).toMatchObject([{ kind: 'gap', missing: [{ from: 4, through: 4 }] }]);
  expect(first.reports[0]?.steps.map(({ revision, previous }) => [previous?.revision, revision])).toEqual([[3, 5]]);
  expect(again.reports).toEqual([]);
  expect(later.reports[0]?.over).toMatchObject([{ kind: 'gap' }]);
  expect(
    later.reports[0]?.steps.map(({ revision, previous, isLate }) => [previous?.revision, revision, isLate]),
  ).toEqual([
    [3, 4, false],
    [4, 5, true],
  ]);
});

test('a page that is lost once is read again, and nobody hears of a gap', async () => {
  const world = await watched(3);
  world.history.change({ level: 4 });
  world.history.change({ level: 5 });
  world.history.lost.add(4);

  const { reports } = await watchLater(world);

  expect(reports[0]?.alarms).toEqual([]);
  expect(reports[0]?.steps.map(({ revision }) => revision)).toEqual([4, 5]);
});

test('a revision that says it is older than the one before it is an alarm', async () => {
  const world = await watched(3);
  world.history.change({ level: 4 }, { updatedAt: '2025-01-01T00:00:00.000Z' });

  const { reports } = await watchLater(world);

  expect(reports[0]?.alarms).toMatchObject([{ kind: 'went-back', revision: 4, updatedAt: '2025-01-01T00:00:00.000Z' }]);
});

test('a history that shrank is reported once, again when it shrinks further, and when it is whole again', async () => {
  const world = await watched(6);
  const whole = [...world.history.revisions];
  const alarms = [];

  for (const kept of [whole.slice(0, 5), whole.slice(0, 5), whole.slice(0, 4), whole]) {
    world.history.revisions = [...kept];
    const { reports } = await watchLater(world);
    alarms.push(reports.map((report) => [...report.alarms, ...report.over.map(({ kind }) => `over: ${kind}`)]));
  }

  expect(alarms).toMatchObject([
    [[{ kind: 'shrank', missing: [{ from: 6, through: 6 }] }]],
    [],
    [[{ kind: 'shrank', missing: [{ from: 5, through: 6 }] }]],
    [['over: shrank']],
  ]);
});

test('a history that is empty once is asked for again, and one that stays empty has shrunk', async () => {
  const world = await watched(3);
  world.history.revisions = [];

  const { reports } = await watchLater(world);

  expect(reports[0]?.alarms).toMatchObject([{ kind: 'shrank', missing: [{ from: 1, through: 3 }] }]);
});

test('a numbering that begins again is reported, and its revisions are steps after the old ones', async () => {
  const world = await watched(5);
  world.history.revisions = [];
  world.history.change({ level: 'new' }, { revision: 1, updatedAt: '2026-03-02T08:01:00.000Z' });
  world.history.change({ level: 'newer' }, { revision: 2, updatedAt: '2026-03-02T08:02:00.000Z' });

  const { reports } = await watchLater(world);
  world.history.change({ level: 'newest' }, { revision: 3, updatedAt: '2026-03-02T08:03:00.000Z' });
  const later = await watchLater(world);

  expect(reports[0]?.alarms).toMatchObject([{ kind: 'restarted', knownThrough: 5, servedThrough: 2 }]);
  expect(reports[0]?.steps.map(({ series, revision, previous }) => [previous, series, revision])).toEqual([
    [{ series: 1, revision: 5 }, 2, 1],
    [{ series: 2, revision: 1 }, 2, 2],
  ]);
  expect(later.reports[0]?.steps.map(({ revision }) => revision)).toEqual([3]);
  expect(later.reports[0]?.alarms).toEqual([]);
});

test('a history that is exactly as long as before, with other revisions, is rewritten and no new numbering', async () => {
  const world = await watched(2);
  world.history.revisions = [];
  world.history.change({ level: 'new' }, { revision: 1, updatedAt: '2026-03-02T08:01:00.000Z' });
  world.history.change({ level: 'newer' }, { revision: 2, updatedAt: '2026-03-02T08:02:00.000Z' });

  const { reports } = await watchLater(world);

  expect(reports.flatMap(({ alarms }) => alarms.map(({ kind }) => kind))).toEqual(['rewritten', 'rewritten']);
});

test('a revision that cannot be read is an alarm, and is reported when it can be', async () => {
  const world = await watched(3);
  world.history.change({ level: 4 });
  world.history.change({ level: 5 });
  world.history.unreadable.add(4);

  const first = await watchLater(world);
  const again = await watchLater(world);
  world.history.unreadable.clear();
  const later = await watchLater(world);

  expect(first.reports[0]?.alarms).toMatchObject([{ kind: 'unreadable', revision: 4 }]);
  expect(again.reports).toEqual([]);
  expect(later.reports[0]?.over).toMatchObject([{ kind: 'unreadable', revision: 4 }]);
  expect(later.reports[0]?.steps.map(({ revision }) => revision)).toEqual([4, 5]);
});

test.for(orders)('a change that is made while a history that is %s is read is not missed', async (order) => {
  const world = await watched(12, order);
  world.history.change({ level: 13 });
  world.history.afterPage = (page) => {
    if (page === 2 && world.history.revisions.length === 13) {
      world.history.change({ level: 14 });
    }
  };

  const { reports } = await watchLater(world);

  expect(reports[0]?.steps.map(({ revision }) => revision)).toEqual([13, 14]);
});

test('a history that cannot be read is reported after half an hour, once, and again when it can be', async () => {
  const world = await watched(3);
  world.history.isDown = true;
  const down = [];
  for (let run = 0; run < 10; run += 1) {
    const { outcome, reports } = await watchLater(world);
    down.push(`${outcome.status} ${reports.length}`);
  }
  world.history.isDown = false;
  world.history.change({ level: 4 });

  const { reports } = await watchLater(world);

  expect(down.join(', ')).toBe(`${'failed 0, '.repeat(6)}failed 1, failed 0, failed 0, failed 0`);
  expect(reports[0]).toMatchObject({ over: [{ kind: 'unwatched' }], steps: [{ revision: 4 }] });
});

test('a dry run says what would be reported, and the next run reports it', async () => {
  const world = await watched(3);
  world.history.change({ level: 4 });

  const dry = await watchLater(world, { dryRun: true });
  const before = told(world).length;
  await watchLater(world);

  expect(dry.reports[0]?.steps.map(({ revision }) => revision)).toEqual([4]);
  expect([before, told(world).length]).toEqual([0, 1]);
});

test('every revision, alarm and run stands in a chain that is whole', async () => {
  const world = await watched(3);
  world.history.change({ level: 4 }, { updatedAt: '2025-01-01T00:00:00.000Z' });
  await watchLater(world);

  const links = await world.stores.evidence.list(1, 100);

  expect(links.map(({ kind, body }) => [kind, body['revision'] ?? body['phase'] ?? body['status']])).toEqual([
    ['revision', 1],
    ['revision', 2],
    ['revision', 3],
    ['run', 'complete'],
    ['revision', 4],
    ['alarm', 'open'],
    ['run', 'complete'],
  ]);
  expect(await verifyChain(links)).toMatchObject({ kind: 'whole' });
});

test('a time that is up before the history is read decides nothing, and the next run does', async () => {
  // Nothing is known of what stands on the pages to come.
  const world = await watched(3, 'oldest-first');
  world.history.change({ level: 4 });

  const cut = await watchLater(world, { stopAfterMs: 0 });
  const next = await watchLater(world);

  expect(cut.outcome).toMatchObject({ status: 'partial', isUnfinished: true, alerts: 0 });
  expect(next.reports[0]?.steps.map(({ revision }) => revision)).toEqual([4]);
});

test('a whole reading for which there is never the time keeps no news from being reported, each once', async () => {
  const world = await watched(30);
  // What is new stands on the first page, and there is the time for that one.
  world.history.pageSize = 20;
  const told: (readonly number[])[] = [];

  for (let level = 31; level <= 60; level += 1) {
    world.history.change({ level });
    if (level % 10 === 0) {
      const { reports } = await watchLater(world, { stopAfterMs: 0 });
      told.push(reports.flatMap(({ steps }) => steps.map(({ revision }) => revision)));
    }
  }
  const last = await watchLater(world);

  expect(told.flat()).toEqual(Array.from({ length: 30 }, (_, index) => 31 + index));
  expect(last.reports).toEqual([]);
});

test('what is not as approved is reported when it is new, when it moves and when it is fixed', async () => {
  const world = await watched(3);
  await approve(world, { level: 3 });
  const standings = [];

  const edits: readonly (JsonObject | undefined)[] = [
    undefined,
    { level: 4 },
    undefined,
    { level: 5 },
    { level: 3 },
    { level: 3, more: 1 },
  ];
  for (const settings of edits) {
    if (settings !== undefined) {
      world.history.change(settings);
    }
    const { reports } = await watchLater(world);
    const drifts = reports.flatMap(({ baseline }) => baseline?.deviations ?? []);
    standings.push(drifts.map(({ deviation }) => [deviation.path, deviation.standing, deviation.hasMoved]));
  }

  expect(standings).toEqual([
    [],
    [['level', 'new', false]],
    [],
    [['level', 'standing', true]],
    [['level', 'fixed', false]],
    [['more', 'new', false]],
  ]);
});

test('an exception covers a deviation until it expires, which is reported once', async () => {
  const world = await watched(3);
  await approve(world, { level: 1 });
  const exception = {
    id: 'e-1',
    pattern: 'level',
    owner: 'ann@acme.example',
    ticket: 'SEC-1',
    reason: 'a migration',
    from: '2026-03-02T00:00:00Z',
    expires: '2026-03-02T09:00:00Z',
    createdBy: 'bob',
    createdAt: '2026-03-02T00:00:00.000Z',
    version: 1,
  };
  await world.stores.decisions.putException(exception);

  const covered = await watchLater(world);
  world.clock.moveTo('2026-03-02T09:00:00Z');
  const expired = await watch(world);
  const later = await watchLater(world);

  expect(covered.reports[0]?.baseline?.deviations).toMatchObject([{ exception: { id: 'e-1' } }]);
  expect(expired.reports[0]?.baseline).toMatchObject({
    deviations: [{ deviation: { standing: 'standing' } }],
    expired: [{ exception: { id: 'e-1' }, expiredAt: '2026-03-02T09:00:00Z' }],
  });
  expect(later.reports).toEqual([]);
});

test('who may not change the controls, and when, is said of each step', async () => {
  const world = await watched(2);
  world.settings = {
    ...world.settings,
    controls: {
      securityContacts: [contact],
      approvedChangers: ['Ann@acme.example'],
      workingHours: { timeZone: 'Europe/Vienna', days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' },
    },
  };
  world.history.change({ level: 3 }, { updatedAt: '2026-03-02T16:59:00.000Z' });
  world.history.change({ level: 4 }, { updatedAt: '2026-03-02T17:00:00.000Z', actor: { email: 'ann@acme.example' } });

  const { reports } = await watchLater(world);

  expect(reports[0]?.steps.map(({ circumstances }) => circumstances)).toEqual([
    { actor: 'not-approved', hours: 'inside' },
    { actor: 'approved', hours: 'outside' },
  ]);
});
