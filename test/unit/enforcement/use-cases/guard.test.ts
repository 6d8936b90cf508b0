import { beforeEach, describe, expect, test } from 'vitest';

import { inputsHashOf } from '../../../../shared/caps/plan-id.ts';
import type { HeldPlan } from '../../../../shared/enforcement/held-plan.ts';
import { keepRest } from '../../../../shared/enforcement/use-cases/apply-plan.ts';
import { guard } from '../../../../shared/enforcement/use-cases/guard-plan.ts';
import { aConfirmedLimit } from '../../../support/domain-samples.ts';
import { someSettings } from '../../../support/enforcement-settings.ts';
import { aTablesWorld, strict, tonight } from '../../../support/tables-world.ts';

const latestSent = '2026-03-14T02:30:00.000Z';
const ann = 'ann@acme.example';
const byHand = { actor: 'ada@acme.example', isApproved: false };

type World = Awaited<ReturnType<typeof aTablesWorld>>;
type Scene = NonNullable<Parameters<typeof aTablesWorld>[0]>;

const read = { isDoubtful: false, problems: [] };
const judge = async ({ work, cache }: World) => guard(work, cache, read);

/** Somebody gives Bob more since the last run: that is what may go beside a hold. */
function giveBob({ ports }: World): void {
  ports.budgets.writeByHand({
    scope: 'user:bob@acme.example',
    window: 'month',
    amount: 5_000,
    version: 1,
    updatedAt: '2026-03-14T12:00:00.000Z',
  });
}

const waiting: HeldPlan = {
  planId: 'p-0',
  at: tonight.at,
  heldAt: '2026-03-15T01:00:00.000Z',
  expiresAt: '2026-03-16T00:00:00.000Z',
  runId: 'earlier',
  detail: 'it lowers 4',
  changesCount: 4,
  changes: [],
};

test('what held a run before it read anything holds it, and nothing is planned', async () => {
  const { work, cache } = await aTablesWorld();
  const hold = { guard: 'newer-run', detail: 'a newer run was there' } as const;

  expect(await guard(work, cache, { ...read, hold })).toEqual({ kind: 'held', hold });
  expect(cache.planMade()).toBeUndefined();
});

describe('a plan that no guard holds', () => {
  test('may be sent as it was made', async () => {
    const world = await aTablesWorld();
    const { planId, planInputs } = await world.cache.planned();

    expect(await judge(world)).toEqual({
      kind: 'passed',
      permit: { planId, inputsHash: inputsHashOf(planInputs) },
    });
  });

  test('says which moment the guards went by', async () => {
    expect(await judge(await aTablesWorld({ latestSent }))).toMatchObject({ kind: 'passed', permit: { latestSent } });
  });

  test.for([
    ['none does any more once a run finds nothing to hold', {}, 'none'],
    ['it does through a dry run', { dryRun: true }, undefined],
    ['it does while somebody applies another plan', { apply: byHand }, undefined],
  ] as const)('where one waits: %s', async ([, order, replacedBy]) => {
    const world = await aTablesWorld({ order });
    await world.ports.plans.hold(waiting);

    expect(await judge(world)).toMatchObject({ kind: 'passed' });
    expect((await world.ports.plans.find('p-0'))?.replacedBy).toBe(replacedBy);
  });
});

describe('a plan that reaches too far', () => {
  const scene: Scene = { settings: strict, latestSent };

  test('is kept for approval', async () => {
    const world = await aTablesWorld(scene);

    const verdict = await judge(world);

    const { planId } = await world.cache.planned();
    expect(verdict).toMatchObject({ kind: 'held', hold: { guard: 'blast-radius', plan: planId } });
    expect(verdict).not.toHaveProperty('permit');
    expect(await world.ports.plans.latest()).toMatchObject({ planId, changesCount: 2 });
  });

  test('is not held in a dry run, nor kept', async () => {
    const world = await aTablesWorld({ ...scene, order: { dryRun: true } });

    expect(await judge(world)).toMatchObject({ kind: 'passed' });
    expect(await world.ports.plans.latest()).toBeUndefined();
  });

  test('is not held in the run that begins a window', async () => {
    expect(await judge(await aTablesWorld({ ...scene, order: { kind: 'window-start' } }))).toMatchObject({
      kind: 'passed',
    });
  });

  test('is sent once it is approved, and held while it is merely applied', async () => {
    const { planId } = await (await aTablesWorld(scene)).cache.planned();
    const applied = async (isApproved: boolean) =>
      judge(await aTablesWorld({ ...scene, order: { apply: { ...byHand, planId, isApproved } } }));

    expect(await applied(true)).toMatchObject({ kind: 'passed', permit: { planId } });
    expect(await applied(false)).toMatchObject({ kind: 'held', hold: { guard: 'blast-radius' } });
  });

  test('is not sent, nor kept, in the place of the one that somebody looked at', async () => {
    const apply = { ...byHand, planId: 'p-0', isApproved: true };
    const world = await aTablesWorld({ ...scene, order: { apply } });

    expect(await judge(world)).toMatchObject({
      kind: 'held',
      hold: { guard: 'ground-moved', detail: expect.stringContaining('p-0') },
    });
    expect(await world.ports.plans.latest()).toBeUndefined();
  });

  describe('and of which edits name somebody', () => {
    const lenient = someSettings({ blastRadius: { loweredShare: 0, blockedUsersMax: 9, raisedShare: 99 } });
    const judgeWith = async (order: Scene['order']) => {
      const world = await aTablesWorld({ settings: lenient, latestSent, ...(order !== undefined && { order }) });
      giveBob(world);
      return { verdict: await judge(world), world };
    };

    test.for([
      ['every night', {}],
      ['after an edit', { kind: 'edit' }],
      ['when somebody applies what there is now', { apply: byHand }],
    ] as const)('gives that person more beside the hold %s; the rest is kept once that is sent', async ([, order]) => {
      const { verdict, world } = await judgeWith(order);

      const { planId } = await world.cache.planned();
      expect(verdict).toMatchObject({
        kind: 'held',
        hold: { guard: 'blast-radius', plan: planId },
        permit: { planId, part: 'beside-hold', latestSent },
      });
      expect(await world.ports.plans.latest()).toBeUndefined();
    });

    test('gives nothing beside the hold to whoever wants a certain plan', async () => {
      const { verdict } = await judgeWith({ apply: { ...byHand, planId: 'p-0' } });

      expect(verdict).not.toHaveProperty('permit');
    });
  });
});

describe('while figures are in doubt', () => {
  const doubtful = async (order: NonNullable<Scene['order']>, completeThrough = '2026-03-13') => {
    const world = await aTablesWorld({ completeThrough, latestSent, order });
    giveBob(world);
    return judge(world);
  };

  test.for([
    ['a night', {}],
    ['an edit', { kind: 'edit' }],
    ['somebody who applies what there is now', { apply: byHand }],
  ] as const)('%s sends what rests on no figure in doubt', async ([, order]) => {
    expect(await doubtful(order)).toMatchObject({
      kind: 'held',
      hold: { guard: 'trust-gate' },
      permit: { part: 'beside-hold' },
    });
  });

  test('pools take nothing once an earlier day than yesterday is in doubt', async () => {
    expect(await doubtful({ kind: 'edit' }, '2026-03-12')).toMatchObject({ permit: { part: 'rescue' } });
  });

  test.for([
    ['the run is dry', { kind: 'edit', dryRun: true }],
    ['a dry night looks', { dryRun: true }],
    ['somebody wants a certain plan', { apply: { ...byHand, planId: 'p-0' } }],
  ] as const)('nothing is sent where %s', async ([, order]) => {
    expect(await doubtful(order)).not.toHaveProperty('permit');
  });

  test('what budgets leave of limits is sent where no edit names anybody, unless it reaches too far', async () => {
    const scene: Scene = { completeThrough: '2026-03-13', latestSent };
    const [usual, far] = [await aTablesWorld(scene), await aTablesWorld({ ...scene, settings: strict })];

    expect(await judge(usual)).toMatchObject({ hold: { guard: 'trust-gate' }, permit: { isInDoubt: true } });
    expect(await judge(far)).not.toHaveProperty('permit');
  });
});

describe('rows of a held plan that somebody releases', () => {
  const release = async (only: readonly string[], said: Scene = { settings: strict, latestSent }, planId?: string) => {
    const apply = { ...byHand, isApproved: true, only, ...(planId !== undefined && { planId }) };
    const world = await aTablesWorld({ ...said, order: { apply } });
    return { world, verdict: await judge(world) };
  };

  test('go ahead of the rest', async () => {
    const { world, verdict } = await release([ann]);

    const { planId } = await world.cache.planned();
    expect(verdict).toMatchObject({
      kind: 'held',
      hold: { guard: 'blast-radius', plan: planId },
      permit: { planId, part: 'rows', latestSent },
    });
  });

  test('go ahead of a plan on figures in doubt, too', async () => {
    const { verdict } = await release([ann], { completeThrough: '2026-03-13', latestSent });

    expect(verdict).toMatchObject({ hold: { guard: 'trust-gate' }, permit: { part: 'rows' } });
  });

  test.for<readonly [string, readonly string[], Scene, RegExp]>([
    ['nothing waits any more', [ann], { latestSent }, /nothing waits any more/u],
    [
      'the plan changes nothing for one of them',
      [ann, 'cem@acme.example', 'dot@acme.example'],
      { settings: strict, latestSent },
      /changes nothing for cem@acme\.example, dot@acme\.example$/u,
    ],
  ])('are not released where %s', async ([, only, said, words]) => {
    const { verdict } = await release(only, said, 'p-0');

    expect(verdict).toStrictEqual({
      kind: 'held',
      hold: { guard: 'ground-moved', detail: expect.stringMatching(words) },
    });
    expect(verdict.kind === 'held' && verdict.hold.detail).toContain('p-0');
  });

  test('name the plan of now where none was named', async () => {
    const { world, verdict } = await release([ann], { latestSent });

    const { planId } = await world.cache.planned();
    expect(verdict).toMatchObject({ hold: { detail: expect.stringContaining(planId) } });
  });

  test('are not released where nothing of theirs may go ahead of the rest', async () => {
    const apply = { ...byHand, isApproved: true, only: ['cem@acme.example'] };
    const world = await aTablesWorld({ settings: strict, latestSent, order: { apply } });
    // A first limit that no pool needs raises nothing and lowers nothing.
    await world.ports.users.put([{ userId: 'cem', email: 'cem@acme.example' }]);

    expect(await judge(world)).toStrictEqual({
      kind: 'held',
      hold: { guard: 'ground-moved', detail: expect.stringMatching(/provably free/u) },
    });
  });
});

describe('the rest of a plan, once a part of it is sent', () => {
  let world: World;
  beforeEach(async () => {
    world = await aTablesWorld({ settings: strict, latestSent });
  });
  const permit = async () => ({ planId: (await world.cache.planned()).planId, inputsHash: 'x', latestSent });

  test('is kept as it is planned on the limits of then', async () => {
    const sent = new Map([
      ['ann', aConfirmedLimit('ann', 600)],
      ['bob', aConfirmedLimit('bob', 1_000)],
    ]);

    const { restHold } = await keepRest(world.work, { ...world.cache, records: async () => sent }, await permit());

    const before = await world.cache.planned();
    const latest = await world.ports.plans.latest();
    expect(restHold).toMatchObject({ guard: 'blast-radius', plan: latest?.planId });
    expect(latest?.planId).not.toBe(before.planId);
    expect(latest?.changes.map(({ email, toCredits }) => [email, toCredits])).toContainEqual(['bob@acme.example', 600]);
    expect(latest?.summary?.total).toMatchObject({ lowered: 1 });
  });

  test('is nothing where it is within its bounds', async () => {
    const sent = new Map(['ann', 'bob'].map((userId) => [userId, aConfirmedLimit(userId, 600)]));

    expect(await keepRest(world.work, { ...world.cache, records: async () => sent }, await permit())).toEqual({});
    expect(await world.ports.plans.latest()).toBeUndefined();
  });
});
