import { describe, expect, test } from 'vitest';

import { inputsHashOf } from '../../../../shared/caps/plan-id.ts';
import { apply } from '../../../../shared/enforcement/use-cases/apply-plan.ts';
import { compose, observe, outcome } from '../../../../shared/enforcement/use-cases/close-run.ts';
import { collect } from '../../../../shared/enforcement/use-cases/enforce-budgets.ts';
import { createRunCache } from '../../../../shared/enforcement/use-cases/run-cache.ts';
import { PlatformRefusedError } from '../../../../shared/kernel/runs/ports.ts';
import { enforceJob } from '../../../../shared/kernel/runs/run-id.ts';
import { LeaseLostError } from '../../../../shared/kernel/runs/use-cases/lease-keeper.ts';
import { aConfirmedLimit, anOutcome } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, strict, tonight } from '../../../support/tables-world.ts';

const latestSent = '2026-03-14T02:30:00.000Z';
const byHand = { actor: 'ada@acme.example', isApproved: true };
const read = { isDoubtful: false, problems: [] };

type World = Awaited<ReturnType<typeof aTablesWorld>>;
type Scene = NonNullable<Parameters<typeof aTablesWorld>[0]>;

describe('what a run reads first', () => {
  test('is whether a newer one was there: then it looks at nothing else', async () => {
    const { work, ports } = await aTablesWorld({ order: { kind: 'edit' } });
    await ports.runs.markApplied(enforceJob, '2026-03-15T02:30:00.001Z');

    expect(await collect(work)).toStrictEqual({ ...read, hold: expect.objectContaining({ guard: 'newer-run' }) });
  });

  test.for([
    ['after an edit', { kind: 'edit' }],
    ['at the start of a window', { kind: 'window-start' }],
    ['that applies a plan', { apply: byHand }],
  ] as const)('is the platform’s clock alone %s', async ([, order]) => {
    const { work } = await aTablesWorld({ order });
    const ports = { ...work.ports, platformTime: { skewMs: async () => 5_000 } };

    expect(await collect({ ...work, ports })).toStrictEqual({ ...read, clock: { isCompared: true, skewMs: 5_000 } });
  });

  test('is the platform in the night', async () => {
    const { work } = await aTablesWorld();

    await expect(collect(work)).rejects.toThrow('the platform was read');
  });
});

test('a run that was held before it read the clock plans as if that were right', async () => {
  const { work } = await aTablesWorld();

  const { planInputs } = await createRunCache(work, undefined).planned();

  expect(planInputs.pools.clockDoubt).toEqual({ earlierMs: 120_000, laterMs: 120_000 });
});

describe('what a run sends', () => {
  const limitsOf = async ({ ports }: World) =>
    (await ports.limits.list()).map(({ confirmed }) => confirmed?.limitCredits);

  async function send(
    scene: Scene = {},
    part?: 'rows',
    alter: (work: World['work']) => Partial<World['work']> = () => ({}),
  ) {
    const world = await aTablesWorld({ latestSent, ...scene });
    const { planId } = await world.cache.planned();
    const inputsHash = inputsHashOf((await world.cache.planned()).planInputs);
    const permit = { planId, inputsHash, latestSent, ...(part !== undefined && { part }) };
    const sent = await apply({ ...world.work, ...alter(world.work) }, world.cache, permit);
    return { world, sent };
  }

  const losesLease = () => ({
    lease: { fence: 7, renew: async () => Promise.reject(new LeaseLostError('taken over')), keep: async () => {} },
  });
  const ofAnn: Scene = { settings: strict, order: { apply: { ...byHand, only: ['ann@acme.example'] } } };

  test('is all of the plan, and only then it is marked as sent', async () => {
    const { world, sent } = await send();

    expect(sent).toEqual({ failed: new Map(), isLeaseLost: false });
    expect(await limitsOf(world)).toEqual([600, 600]);
    expect(await world.ports.runs.latestApplied(enforceJob)).toBe(tonight.at);
    expect(await world.ports.runs.latestSent(enforceJob)).toBe(tonight.at);
  });

  test('is nothing once a newer run was there', async () => {
    const world = await aTablesWorld({ latestSent });
    await world.ports.runs.markApplied(enforceJob, '2026-03-15T02:30:00.001Z');

    const sent = await apply(world.work, world.cache, { planId: 'p-1', inputsHash: '' });

    expect(sent).toStrictEqual({
      failed: new Map(),
      isLeaseLost: false,
      hold: expect.objectContaining({ guard: 'newer-run' }),
    });
    expect(await limitsOf(world)).toEqual([1_000, 1_000]);
  });

  test('is not marked as sent where the platform stops it', async () => {
    const refuse = async () => Promise.reject(new PlatformRefusedError('the key is refused'));

    const { world, sent } = await send({}, undefined, ({ ports }) => ({
      ports: { ...ports, limitWriter: { setLimits: refuse } },
    }));

    expect(sent).toMatchObject({ stopped: 'the key is refused' });
    expect(await world.ports.runs.latestSent(enforceJob)).toBe(latestSent);
  });

  test('is not marked as sent where another run takes over', async () => {
    const { world, sent } = await send({}, undefined, losesLease);

    expect(sent).toMatchObject({ isLeaseLost: true });
    expect(await world.ports.runs.latestSent(enforceJob)).toBe(latestSent);
  });

  test('is the part that a guard let go; the rest is kept for approval', async () => {
    const { world, sent } = await send(ofAnn, 'rows');

    const waiting = await world.ports.plans.latest();
    expect(await limitsOf(world)).toEqual([600, 1_000]);
    expect(sent).toMatchObject({ restHold: { guard: 'blast-radius', plan: waiting?.planId } });
    expect(waiting?.changes.map(({ email }) => email)).toEqual(['bob@acme.example']);
    expect(await world.ports.runs.latestSent(enforceJob)).toBe(latestSent);
  });

  test('is that part while figures are in doubt; there is no plan to keep then', async () => {
    const { world, sent } = await send({ ...ofAnn, completeThrough: '2026-03-13' }, 'rows');

    expect(sent).toEqual({ failed: new Map(), isLeaseLost: false });
    expect(await limitsOf(world)).not.toEqual([1_000, 1_000]);
    expect(await world.ports.plans.latest()).toBeUndefined();
    expect(await world.ports.runs.latestSent(enforceJob)).toBe(latestSent);
  });

  test('is sent in steps that each have a name of their own', async () => {
    const names: string[] = [];
    const noting = ({ ports }: World['work']) => ({
      ports: {
        ...ports,
        steps: {
          ...ports.steps,
          async run<T>(name: string, doStep: () => Promise<T>): Promise<T> {
            names.push(name);
            return doStep();
          },
        },
      },
    });

    await send(ofAnn, 'rows', noting);
    await send({}, undefined, noting);

    expect(names).toEqual(['mark', 'limits 1', 'rest', 'mark', 'limits 1', 'sent']);
  });

  test('leaves the rest to another run that takes over', async () => {
    const { world, sent } = await send(ofAnn, 'rows', losesLease);

    expect(sent).toMatchObject({ isLeaseLost: true });
    expect(sent).not.toHaveProperty('restHold');
    expect(await world.ports.plans.latest()).toBeUndefined();
  });
});

const nothingSent = { failed: new Map(), isLeaseLost: false };
const doubt = { guard: 'trust-gate', detail: 'a day is not complete' } as const;
const held = { guard: 'blast-radius', plan: 'p-1', detail: 'it reaches far' } as const;

describe('what a run came to', () => {
  const floor = { settings: someSettings({ limitFloorCredits: 700 }) };
  const reading = { ...read, problems: ['a page was odd'] };

  async function end(said: object, scene: Scene = {}, collected: object = reading) {
    const { cache } = await aTablesWorld({ latestSent, ...scene });
    const known = { collected, plan: cache, ...said } as unknown as Parameters<typeof outcome>[1];
    return outcome(tonight.runId, known);
  }

  test('is the hold, with the day that the figures reach, where nothing was sent', async () => {
    expect(await end({ kind: 'held', hold: held })).toEqual({
      status: 'held',
      alerts: 0,
      isUnfinished: true,
      problems: [],
      held,
      dataThrough: '2026-03-14',
    });
  });

  test('is the hold alone where it looked at no figures', async () => {
    const hold = { guard: 'newer-run', detail: 'a newer run was there' } as const;

    expect(await end({ kind: 'held', hold }, {}, { ...read, hold })).not.toHaveProperty('dataThrough');
  });

  test('is complete after a dry run, with what was odd', async () => {
    expect(await end({ kind: 'planned' })).toMatchObject({
      status: 'complete',
      dataThrough: '2026-03-14',
      capsChanged: 0,
      problems: ['a page was odd'],
    });
  });

  test('names limits that are at the floor, where the plan was sent', async () => {
    const named = async (said: object) => (await end(said, floor)).problems.length;

    expect(await named({ kind: 'planned' })).toBe(2);
    expect(await named({ kind: 'applied', applied: nothingSent })).toBe(2);
    expect(await named({ kind: 'applied', applied: { ...nothingSent, isMoved: true } })).toBe(1);
    expect(await named({ kind: 'held', hold: held, applied: nothingSent })).toBe(1);
  });

  test('names a clock that is off', async () => {
    const clock = { isCompared: true, clockOffMs: 3_600_000 };

    const { problems } = await end({ kind: 'planned' }, {}, { ...reading, clock });

    expect(problems).toEqual(['a page was odd', expect.stringMatching(/clock/u)]);
    expect((await end({ kind: 'planned' }, {}, { ...reading, clock: { isCompared: true } })).problems).toHaveLength(1);
  });

  test('counts what failed, and why it stopped', async () => {
    const failed = new Map([['bob', { kind: 'failed', problem: 'no such user' }]]);

    expect(
      await end({ kind: 'applied', applied: { failed, isLeaseLost: false, stopped: 'out of time' } }),
    ).toMatchObject({
      status: 'failed',
      capsFailed: 1,
      isUnfinished: true,
      problems: ['out of time', 'a page was odd'],
    });
    expect(await end({ kind: 'applied', applied: { failed, isLeaseLost: true } })).toMatchObject({
      status: 'held',
      held: { guard: 'another-run' },
    });
  });

  test('is partial on figures that look damaged', async () => {
    expect(await end({ kind: 'applied', applied: nothingSent }, {}, { ...reading, isDoubtful: true })).toMatchObject({
      status: 'partial',
      isUnfinished: true,
    });
  });

  test('is the hold where a part was sent, with what was done', async () => {
    expect(await end({ kind: 'held', hold: held, applied: nothingSent })).toMatchObject({
      status: 'held',
      held,
      capsChanged: 0,
      isUnfinished: true,
    });
  });
});

describe('what a run notices', () => {
  const settings = someSettings({ admins: ['admin@acme.example'] });
  const clock = { isCompared: true, clockOffMs: 3_600_000 };

  /** What the conditions are about that are open after it; Ann and Bob have used twice the budget. */
  async function topics(said: object, scene: Scene = {}, suspectSince?: string) {
    const { work, cache, ports } = await aTablesWorld({ settings, latestSent, ...scene });
    ports.budgets.writeByHand({ scope: 'default', window: 'month', amount: 50, version: 2 });
    if (suspectSince !== undefined) {
      const [day] = await ports.ledger.listDays({ from: '2026-03-13', through: '2026-03-13' });
      const doubts = [{ kind: 'not-there-yet', detail: 'no figures yet' }] as const;
      await ports.ledger.putDay({ ...day, day: '2026-03-14', status: 'suspect', doubts, suspectSince } as NonNullable<
        typeof day
      >);
    }
    const known = { collected: { ...read, clock }, plan: cache, ...said } as unknown as Parameters<typeof observe>[1];
    await observe(work, known);
    const open = await ports.alerts.read('limits', []);
    const found = open.flatMap(
      ({ conditionId }) => /^(?:matter\/)?(?<topic>[a-z-]+)\//u.exec(conditionId)?.groups?.['topic'] ?? [],
    );
    return [...new Set(found)].toSorted();
  }

  const applied = { kind: 'applied', applied: nothingSent };

  test('once limits are set is what crossed a threshold, and a clock that is off', async () => {
    expect(await topics(applied)).toEqual(['clock-off', 'use']);
  });

  test.for<readonly [string, object, Scene]>([
    ['a dry run', { kind: 'planned' }, {}],
    ['a run that another one overtook', { kind: 'applied', applied: { ...nothingSent, isMoved: true } }, {}],
    ['the run at the start of a window', applied, { order: { kind: 'window-start' } }],
    ['a run that a newer one held', { kind: 'held', hold: { guard: 'newer-run', detail: 'x' } }, {}],
    ['a run whose plan had moved', { kind: 'held', hold: { guard: 'ground-moved', detail: 'x' } }, {}],
  ])('is nothing in %s', async ([, said, scene]) => {
    expect(await topics(said, scene)).toEqual([]);
  });

  test('of a plan that waits is that it waits, and nothing of use', async () => {
    expect(await topics({ kind: 'held', hold: held })).toEqual(['clock-off', 'guard-held']);
  });

  test('of figures in doubt is the doubt once they are late, and nothing of use', async () => {
    const late = await topics(
      { kind: 'held', hold: doubt },
      { completeThrough: '2026-03-13' },
      '2026-03-13T00:00:00.000Z',
    );
    const early = await topics({ kind: 'held', hold: doubt }, { completeThrough: '2026-03-13' }, tonight.at);

    expect(late).toContain('guard-held');
    expect(early).not.toContain('guard-held');
    expect([...late, ...early]).not.toContain('use');
  });
});

describe('of people whom limits stop', () => {
  const settings = someSettings({ admins: ['admin@acme.example'] });

  /** A run as of an hour, by which the pool has so many credits and the limits of both are so high. */
  async function observed(
    { ports, work }: World,
    { version, amount, limit, ...said }: { version: number; amount: number; limit: number; order?: Scene['order'] },
    end: object,
  ) {
    ports.budgets.writeByHand({ scope: 'org', window: 'month', amount, version });
    const limits = ['ann', 'bob'].map((userId) => aConfirmedLimit(userId, limit));
    await ports.limits.put(limits, 0);
    const run = { ...tonight, runId: `run-${version}`, at: `2026-03-15T0${version}:30:00.000Z` };
    const later = { ...work, run, order: { ...work.order, ...said.order } };
    const known = { collected: read, plan: createRunCache(later, undefined), ...end };
    await observe(later, known as unknown as Parameters<typeof observe>[1]);
    return (await ports.alerts.listPending('limits')).map(({ notification }) => notification);
  }

  const applied = { kind: 'applied', applied: nothingSent };
  const stopping = { version: 3, amount: 200, limit: 100 };

  test.for<readonly [string, object, Scene, number]>([
    ['once limits are set', applied, {}, 2],
    ['while a plan waits', { kind: 'held', hold: held }, {}, 2],
    [
      'while figures are in doubt, but not as long as nothing was planned on them',
      { kind: 'held', hold: doubt },
      {},
      0,
    ],
    ['where something was sent beside the doubt', { kind: 'held', hold: doubt, applied: nothingSent }, {}, 2],
  ])('each is notified %s', async ([, end, scene, count]) => {
    const world = await aTablesWorld({ settings, latestSent, ...scene });

    const notified = await observed(world, stopping, end);

    expect(notified.filter(({ recipient }) => recipient !== 'admin@acme.example')).toHaveLength(count);
  });

  test.for<readonly [string, Scene['order'], number]>([
    ['a night', {}, 0],
    ['an edit', { kind: 'edit' }, 2],
    ['somebody who applies a plan', { apply: byHand }, 2],
  ])('each is notified that a pool lets them go on by %s: %3$s', async ([, order, count]) => {
    const world = await aTablesWorld({ settings, latestSent });
    const before = await observed(world, stopping, applied);

    const notified = await observed(
      world,
      { version: 4, amount: 5_000, limit: 1_000, ...(order && { order }) },
      applied,
    );

    const fresh = notified.filter(({ recipient }) => recipient !== 'admin@acme.example').length - 2;
    expect([before.length > 0, fresh]).toEqual([true, count]);
  });
});

describe('the mails of a run', () => {
  const settings = someSettings({ admins: ['admin@acme.example'] });

  async function mailsOf(end: object, scene: Scene = {}) {
    const { work, cache, ports } = await aTablesWorld({ settings, latestSent, ...scene });
    await ports.plans.hold({
      planId: 'p-1',
      at: tonight.at,
      heldAt: tonight.at,
      expiresAt: '2026-03-16T00:00:00.000Z',
      runId: tonight.runId,
      detail: 'it reaches far',
      changesCount: 2,
      changes: [],
    });
    const known = { collected: read, plan: cache, ...end } as unknown as Parameters<typeof compose>[1];
    const status = 'hold' in end ? 'held' : 'complete';
    const ended = anOutcome({ status, isUnfinished: 'hold' in end, ...('hold' in end && { held }) });
    const composed = await compose(work, known, ended, Date.parse(tonight.at));
    await composed.write(ended);
    const open = await ports.outbox.listOpenStates();
    const written = await Promise.all(open.map(async ({ mailId }) => ports.outbox.find(mailId)));
    return { composed, open, text: written[0]?.mail.text ?? '' };
  }

  test('are one to each admin where there is something to say, and as many as are counted', async () => {
    const { composed, open } = await mailsOf({ kind: 'held', hold: held });

    expect([composed.count, open.length]).toEqual([1, 1]);
  });

  const failed = new Map([['bob', { kind: 'failed', problem: 'no such user' }]]);
  const refused = { failed, isLeaseLost: false };

  test('name what was refused, also where only a part was sent', async () => {
    expect((await mailsOf({ kind: 'applied', applied: refused })).text).toContain('no such user');
    expect((await mailsOf({ kind: 'held', hold: held, applied: refused })).text).toContain('no such user');
    expect((await mailsOf({ kind: 'planned', applied: refused })).text).not.toContain('no such user');
  });

  test.for<readonly [string, object, boolean]>([
    ['the plan that was sent', { kind: 'applied', applied: nothingSent }, true],
    ['the plan of a dry run', { kind: 'planned' }, true],
    ['the plan that waits', { kind: 'held', hold: held }, true],
    ['no plan that had moved', { kind: 'applied', applied: { ...nothingSent, isMoved: true } }, false],
    ['no plan on figures in doubt', { kind: 'held', hold: { guard: 'trust-gate', detail: 'a day is late' } }, false],
  ])('count the people of %s', async ([, end, isCounted]) => {
    expect((await mailsOf(end)).text.includes('People checked: 2')).toBe(isCounted);
  });

  test('of a run that was held before it read anything look at no figures', async () => {
    const hold = { guard: 'newer-run', detail: 'a newer run was there' } as const;
    const nothing = new Proxy({}, { get: () => expect.unreachable('figures were looked at') });

    const { composed } = await mailsOf({ kind: 'held', hold, collected: { ...read, hold }, plan: nothing });

    expect(composed.count).toBe(1);
  });
});
