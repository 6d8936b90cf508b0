import { addDays, dayOf, daysBetween } from '../../../shared/kernel/time/day.ts';
import { dividePools } from '../../../shared/pools/divide-pools.ts';
import { afterPut, sinceKnown, type LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { DividedMember } from '../../../shared/pools/exposure/member-exposure.ts';
import { isCovered, poolExposure, type ExposureTerms } from '../../../shared/pools/exposure/pool-exposure.ts';
import { knownUntil, windowsReached, type Moment } from '../../../shared/pools/moment.ts';
import type { LimitChange } from '../../../shared/pools/pool-plan.ts';
import type { Pool } from '../../../shared/pools/pool.ts';
import { batchOutcomes } from './batch-outcomes.ts';
import type { Guards } from './guards.ts';
import type { Scenario, SmallUser } from './scenario.ts';
import { daysIn, usedInPlatformWindow, useWithin, type SmallWorld } from './small-world.ts';
import { dayNumbered, type Step } from './timeline.ts';

type RunStep = Extract<Step, { kind: 'run' }>;

/** Curfew as it is, or with a guard taken out, in a scenario. */
export interface Trial {
  readonly scenario: Scenario;
  readonly guards: Guards;
  /** Called when a PUT leaves a pool exposed past its amount that was covered before. */
  readonly onExposed: (sentence: string) => void;
}

/** What a run knows: the world, and what the platform reports of it. */
interface Run {
  readonly trial: Trial;
  readonly step: RunStep;
  readonly reported: readonly (readonly number[])[];
  readonly through: number;
}

const batchSize = 2;

/** Every way in which a run can end: by what is reported to it, and by what becomes of each PUT. */
export function worldsAfterRun(trial: Trial, world: SmallWorld, step: RunStep): readonly SmallWorld[] {
  return reportings(trial.scenario, world, step).flatMap(({ world: seen, reported }) => {
    const run = { trial, step, reported, through: seen.through };
    const joined = withNewcomers(run, pruned(run, seen));
    const plan = planOf(run, joined);
    return sendAll(run, joined, plan.lowers).flatMap((after) => {
      const basis = trial.guards.givesWait ? after : allDone(run, joined, plan.lowers);
      const { raises } = basis === joined ? plan : planOf(run, basis);
      return sendAll(run, after, raises).map((end) => ({
        ...end,
        // What was promised once stays promised.
        isPromised: end.isPromised || isPromised(run, end),
      }));
    });
  });
}

/** The data may be late, or say too little of yesterday; each is a fault. */
function reportings(scenario: Scenario, world: SmallWorld, step: RunStep) {
  const isWindowStart = dayOf(step.atMs) !== dayOf(step.atMs - 6 * 60_000);
  const usual = Math.max(world.through, step.day - (isWindowStart ? 2 : 1));
  const faulty = { ...world, faultsLeft: world.faultsLeft - 1 };
  const can = (fault: Scenario['faults'][number]): boolean => world.faultsLeft > 0 && scenario.faults.includes(fault);
  const misreports = scenario.users.flatMap((_, user) =>
    (world.use[user]?.[usual] ?? 0) > 0 && usual === step.day - 1 ? [user] : [],
  );
  return [
    { world: { ...world, through: usual }, reported: world.use },
    ...(can('late-data') && usual > world.through ? [{ world: faulty, reported: world.use }] : []),
    ...(can('misreport')
      ? misreports.map((user) => ({
          world: { ...faulty, through: usual },
          reported: world.use.map((days, index) => (index === user ? days.with(usual, 0) : days)),
        }))
      : []),
  ];
}

function withNewcomers({ trial, step }: Run, world: SmallWorld): SmallWorld {
  const counted = world.counted.map((limits, user): readonly LimitInForce[] =>
    limits.length === 0 && (trial.scenario.users[user]?.joins ?? 0) <= step.day
      ? [{ limitCredits: Infinity, fromMs: -Infinity, outcome: 'confirmed' }]
      : limits,
  );
  return { ...world, counted };
}

/** What has ended for good is forgotten, so that equal worlds look equal. */
function pruned(run: Run, world: SmallWorld): SmallWorld {
  const knownUntilMs = knownUntil(dayNumbered(run.trial.scenario, run.through), run.trial.scenario.assumptions);
  return {
    ...world,
    counted: world.counted.map((limits) => sinceKnown(limits, knownUntilMs)),
    actual: world.actual.map((limits) => sinceKnown(limits, run.step.atMs)),
  };
}

function planOf(run: Run, world: SmallWorld) {
  const exposureTerms = exposureTermsOf(run);
  return dividePools({
    members: membersOf(run, world),
    pools: poolsOf(run, exposureTerms),
    exposureTerms,
    reserveShare: 0,
  });
}

function exposureTermsOf({ trial, step, through }: Run, heldUntilMs?: number): ExposureTerms {
  const { scenario, guards } = trial;
  const assumptions = guards.assumptions(scenario.assumptions);
  const moment: Moment = {
    nowMs: step.atMs,
    knownUntilMs: knownUntil(dayNumbered(scenario, through), assumptions),
    heldUntilMs: heldUntilMs ?? step.untilNextMs + scenario.assumptions.enforcementDelayMinutes * 60_000,
    platformWindow: scenario.platformWindow,
  };
  return { moment: guards.moment(moment), assumptions };
}

function knownThrough({ trial, through }: Run): number {
  const { scenario, guards } = trial;
  const untilMs = knownUntil(dayNumbered(scenario, through), guards.assumptions(scenario.assumptions));
  return daysBetween(scenario.firstDay, addDays(dayOf(untilMs), -1));
}

function membersOf(run: Run, world: SmallWorld): readonly DividedMember[] {
  const { trial, step, reported } = run;
  const { scenario, guards } = trial;
  const known = knownThrough(run);
  return scenario.users.flatMap(({ name, joins = 0, reserved }, user): readonly DividedMember[] =>
    joins > step.day
      ? []
      : [
          {
            userId: name,
            ...reservationOf(run, { user, reserved }),
            knownCredits: usedInPlatformWindow(scenario, reported, { user, day: known + 1, through: known }),
            reportedCredits: usedInPlatformWindow(scenario, reported, { user, day: step.day, through: run.through }),
            limits: guards.countedLimits(world.counted[user] ?? []),
            demand: { activeChance: 1, medianCredits: wishesOf(run)[user] ?? 1, spread: 1 },
          },
        ],
  );
}

function reservationOf(
  { trial: { scenario }, step, reported, through }: Run,
  { user, reserved }: { readonly user: number; readonly reserved: SmallUser['reserved'] | undefined },
): Pick<DividedMember, 'reservation'> {
  if (reserved === undefined || step.day < reserved.fromDay) {
    return {};
  }
  const used = usedInPlatformWindow(scenario, reported, { user, day: step.day, through });
  const credits = Math.max(0, reserved.upTo - used);
  return { reservation: { credits, highCredits: reserved.isHigh ? credits : 0 } };
}

function poolsOf(run: Run, { moment }: ExposureTerms): readonly Pool[] {
  const { scenario, guards } = run.trial;
  const known = knownThrough(run);
  const held = guards.allPools ? scenario.pools : scenario.pools.slice(0, 1);
  return held.flatMap((pool) =>
    windowsReached(pool.window, { ...moment, platformWindow: scenario.platformWindow }).map((window): Pool => {
      const { from } = daysIn(scenario, window);
      const credits = scenario.users.reduce(
        (sum, { name }, user) =>
          pool.members.includes(name) ? sum + useWithin(run.reported[user] ?? [], from, known) : sum,
        from < 0 ? pool.usedBefore : 0,
      );
      return {
        name: `${pool.name} from ${window.from}`,
        window,
        amountCredits: pool.amount,
        guarantee: { kind: 'strict' },
        knownCredits: Math.floor(credits * guards.knownShare),
        memberIds: pool.members,
      };
    }),
  );
}

function wishesOf({ trial, step }: Run): readonly number[] {
  const isLate = dayOf(step.atMs) !== dayOf(step.atMs + 60 * 60_000);
  return trial.scenario.wishes[step.day + (isLate ? 1 : 0)] ?? [];
}

/** Sends changes in PUTs of two rows, and looks at the pools after each. */
function sendAll(run: Run, world: SmallWorld, changes: readonly LimitChange[]): readonly SmallWorld[] {
  let worlds: readonly SmallWorld[] = [world];
  for (let index = 0; index < changes.length; index += batchSize) {
    const batch = changes.slice(index, index + batchSize);
    worlds = worlds.flatMap((before) => putBatch(run, before, batch));
  }
  return worlds;
}

function putBatch(run: Run, world: SmallWorld, batch: readonly LimitChange[]): readonly SmallWorld[] {
  const { scenario, guards, onExposed } = run.trial;
  return batchOutcomes(scenario, batch, world.faultsLeft).map(({ rows, faults }) => {
    let after = { ...world, faultsLeft: world.faultsLeft - faults };
    for (const row of rows) {
      const user = scenario.users.findIndex(({ name }) => name === row.change.userId);
      const sent = {
        limitCredits: row.change.toCredits,
        atMs: run.step.atMs,
        enforcementDelayMinutes: guards.assumptions(scenario.assumptions).enforcementDelayMinutes,
      };
      const counted = guards.afterPut(world.counted[user] ?? [], { ...sent, outcome: row.told });
      const delay = scenario.assumptions.enforcementDelayMinutes;
      const actual = row.isApplied
        ? afterPut(world.actual[user] ?? [], { ...sent, outcome: 'done', enforcementDelayMinutes: delay })
        : (world.actual[user] ?? []);
      after = { ...after, counted: after.counted.with(user, counted), actual: after.actual.with(user, actual) };
    }
    if (world.isPromised && !isCoveredNow(run, after)) {
      onExposed(`a PUT on ${dayNumbered(scenario, run.step.day)} leaves a pool exposed past its amount`);
    }
    return after;
  });
}

function allDone(run: Run, world: SmallWorld, changes: readonly LimitChange[]): SmallWorld {
  const noFaults = {
    ...run,
    trial: { ...run.trial, scenario: { ...run.trial.scenario, faults: [] }, onExposed: () => {} },
  };
  return sendAll(noFaults, world, changes)[0] ?? world;
}

function isPromised(run: Run, world: SmallWorld): boolean {
  return isCoveredBy(run, world, exposureTermsOf(run));
}

/** Covered by now: what limits mean once a platform window has turned is looked at when the run is over. */
function isCoveredNow(run: Run, world: SmallWorld): boolean {
  return isCoveredBy(run, world, exposureTermsOf(run, run.step.atMs));
}

function isCoveredBy(run: Run, world: SmallWorld, exposureTerms: ExposureTerms): boolean {
  const members = membersOf(run, world);
  return poolsOf(run, exposureTerms).every((pool) => isCovered(pool, poolExposure(pool, members, exposureTerms)));
}
