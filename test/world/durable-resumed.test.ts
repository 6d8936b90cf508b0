import { expect, test } from 'vitest';

import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { PlatformUnavailableError, type Steps } from '../../shared/kernel/runs/ports.ts';
import { aStillWorld, night, runDurably } from './durable-world.ts';
import { instantOf, invoke, runEnforcement, setBudgets, type EnforcementWorld } from './enforcement-world.ts';
import { largeOrganization, smallOrganization } from './scenarios.ts';
import { minuteMs } from './virtual-clock.ts';

/* What an invocation that goes on with a run may do when something has moved since the run was begun. */

const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const organization = { ...largeOrganization(250), settings: { blastRadius } };
const dayBefore = '2026-01-17';

/** Everybody has 5,000 credits, and tonight is to give them a little more. */
async function worldBeforeRaise(): Promise<EnforcementWorld> {
  const world = aStillWorld(organization);
  await runEnforcement(world, dayBefore);
  setEverybody(world, 5_500);
  return world;
}

function setEverybody(world: EnforcementWorld, amount: number): void {
  setBudgets(world, [{ scope: 'default', window: 'month', amount }]);
}

/** Turns the second PUT away for a minute; something happens meanwhile. */
function whileTurnedAway(happen: () => void) {
  let puts = 0;
  return (ports: EnforcementPorts): EnforcementPorts => ({
    ...ports,
    limitWriter: {
      async setLimits(entries) {
        puts += 1;
        if (puts === 2) {
          happen();
          throw new PlatformUnavailableError('429', { retryAfterMs: minuteMs });
        }
        return ports.limitWriter.setLimits(entries);
      },
    },
  });
}

async function limitsIn({ stores }: EnforcementWorld): Promise<Record<string, number>> {
  const limits = (await stores.limits.list()).map(({ confirmed }) => confirmed?.limitCredits ?? -1);
  return Object.fromEntries([...Map.groupBy(limits, (limit) => limit)].map(([limit, same]) => [limit, same.length]));
}

test('what the guard would hold is not sent by a run that goes on after budgets were cut', async () => {
  const world = await worldBeforeRaise();

  const { result } = await runDurably(world, {
    alter: whileTurnedAway(() => {
      setEverybody(world, 400);
    }),
  });

  expect(result).toMatchObject({ status: 'partial', isUnfinished: true, capsChanged: 100 });
  expect(result.problems[0]).toContain('moved');
  expect(await limitsIn(world)).toEqual({ 5_000: 150, 5_500: 100 });
  const told = new Set(world.sender.delivered().map(({ to }) => to));
  expect(told).toEqual(new Set(organization.admins));
});

test('budgets that moved a little meanwhile are no reason to stop a run that goes on', async () => {
  const world = await worldBeforeRaise();

  const { result } = await runDurably(world, {
    alter: whileTurnedAway(() => {
      setEverybody(world, 5_600);
    }),
  });

  expect(result.status).toBe('complete');
  expect(await limitsIn(world)).toEqual({ 5_600: 250 });
});

test('a plan that somebody looked at is not another one when the run goes on', async () => {
  const world = await worldBeforeRaise();
  world.clock.moveTo(instantOf(night));
  await invoke(world, { runId: 'look', at: night, dryRun: true });

  const { result } = await runDurably(world, {
    apply: { actor: 'ada', isApproved: true },
    alter: whileTurnedAway(() => {
      setEverybody(world, 5_600);
    }),
  });

  expect(result).toMatchObject({ status: 'partial', isUnfinished: true, capsChanged: 100 });
  expect(await limitsIn(world)).toEqual({ 5_000: 150, 5_500: 100 });
});

test('a run that is killed at any checkpoint is not held by the mark that it set itself', async () => {
  // Extra credits of everybody are over: tonight lowers every limit, which is no reason to hold the plan.
  const { members } = smallOrganization;
  const topUps = members.flatMap(({ email }) =>
    email === undefined ? [] : [{ email: email.toLowerCase(), credits: 4_000, from: '2026-01-14', to: dayBefore }],
  );
  async function worldOfTopUps(): Promise<EnforcementWorld> {
    const world = aStillWorld({ ...smallOrganization, topUps, settings: { blastRadius } });
    await runEnforcement(world, dayBefore);
    return world;
  }
  const { checkpoints } = await runDurably(await worldOfTopUps());

  const ends: string[] = [];
  for (let checkpoint = 1; checkpoint <= checkpoints; checkpoint += 1) {
    const { result } = await runDurably(await worldOfTopUps(), { kill: { checkpoint, when: 'before' } });
    ends.push(result.status);
  }

  expect(new Set(ends)).toEqual(new Set(['complete']));
});

test('an event that comes again after its run failed reads the platform again, not what was kept of the first try', async () => {
  const world = aStillWorld(organization);
  // As the table does, which forgets them by itself.
  const kept = (ports: EnforcementPorts): EnforcementPorts => ({
    ...ports,
    rosterPages: { ...ports.rosterPages, drop: async () => {} },
    metricsPages: { ...ports.metricsPages, drop: async () => {} },
  });
  const away = (ports: EnforcementPorts): EnforcementPorts => ({
    ...kept(ports),
    usage: { ...ports.usage, readDays: async () => Promise.reject(new PlatformUnavailableError('away')) },
  });
  const first = await runDurably(world, { alter: away });
  const pagesBefore = world.calls.filter(({ name }) => name === 'rosterPages.put').length;
  world.clock.moveTo(instantOf(night) + 600 * minuteMs);

  const second = await runDurably(world, { alter: kept });

  expect(first.result.status).toBe('failed');
  expect(second.result.status).toBe('complete');
  expect(world.calls.filter(({ name }) => name === 'rosterPages.put')).toHaveLength(2 * pagesBefore);
});

test('a run keeps its lease for as long as the platform is silent', async () => {
  const world = aStillWorld(organization);
  const { clock, stores } = world;
  const takeovers: string[] = [];
  let tries = 0;

  const { result } = await runDurably(world, {
    hasTimeLeft: () => {
      if (tries > 0 && tries < 12) {
        const claim = { owner: 'another', nowMs: clock.now(), durationMs: minuteMs };
        void stores.leases.acquire('limits', claim).then(({ kind }) => takeovers.push(kind));
      }
      return true;
    },
    alter: (ports) => ({
      ...ports,
      roster: {
        async *read(from) {
          tries += 1;
          if (tries < 12) {
            // As long as a call with all its repetitions may take.
            clock.moveBy(4 * minuteMs);
            throw new PlatformUnavailableError('no answer');
          }
          yield* ports.roster.read(from);
        },
      },
    }),
  });

  expect(new Set(takeovers)).toEqual(new Set(['held']));
  expect(result.status).toBe('complete');
});

test('a run keeps its lease while it plans again, after a call and a wait that took their time', async () => {
  const world = await worldBeforeRaise();
  const { clock, stores } = world;
  const takeovers: string[] = [];
  let puts = 0;

  const { result } = await runDurably(world, {
    alter: (ports) => ({
      ...ports,
      limits: {
        ...ports.limits,
        async list() {
          if (puts === 2) {
            clock.moveBy(3 * minuteMs);
            const claim = { owner: 'another', nowMs: clock.now(), durationMs: minuteMs };
            takeovers.push((await stores.leases.acquire('limits', claim)).kind);
          }
          return ports.limits.list();
        },
      },
      limitWriter: {
        async setLimits(entries) {
          puts += 1;
          if (puts === 2) {
            clock.moveBy(4 * minuteMs);
            throw new PlatformUnavailableError('429', { retryAfterMs: 4 * minuteMs });
          }
          return ports.limitWriter.setLimits(entries);
        },
      },
    }),
  });

  expect(takeovers).toEqual(['held']);
  expect(result).toMatchObject({ status: 'complete', capsChanged: 250 });
});

test('a run that finds its lease taken when it goes on writes nothing more, whatever it has come to', async () => {
  const stepsWithin = ['order', 'plan', 'mark', 'limits 1', 'sent', 'observe', 'mails', 'close'];
  const written = new Set(['runs.put', 'runs.markApplied', 'runs.markSent', 'plans.put', 'outbox.write', 'limits.put']);
  for (const name of stepsWithin) {
    const world = await worldBeforeRaise();
    const { clock, stores } = world;
    let callsBefore = 0;
    const taking = (steps: Steps): Steps => ({
      ...steps,
      group: async (group, work) => steps.group(group, work),
      run: async (step, work) => {
        if (step === name && callsBefore === 0) {
          clock.moveBy(11 * minuteMs);
          await stores.leases.acquire('limits', { owner: 'another', nowMs: clock.now(), durationMs: 10 * minuteMs });
          callsBefore = world.calls.length;
        }
        return steps.run(step, work);
      },
    });

    const { result } = await runDurably(world, { stepsOf: taking });

    const calls = world.calls.slice(callsBefore).filter(({ runId }) => runId === `night-${night}`);
    expect({ name, result }).toMatchObject({ name, result: { status: 'held', held: { guard: 'another-run' } } });
    expect({ name, writes: calls.filter((call) => written.has(call.name)) }).toEqual({ name, writes: [] });
  }
});

test('what a platform says against every row, in many words, is not more than a step may store', async () => {
  const world = aStillWorld(largeOrganization(450));
  const problem = 'no '.repeat(1_300);

  const { result } = await runDurably(world, {
    alter: (ports) => ({
      ...ports,
      limitWriter: {
        setLimits: async (entries) => ({ kind: 'answered', rows: entries.map(() => ({ kind: 'failed', problem })) }),
      },
    }),
  });

  expect(result).toMatchObject({ capsChanged: 0, capsFailed: 450 });
});
