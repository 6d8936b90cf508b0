import { type MemoryBudgetStore } from '../../shared/budgets/memory-store.ts';
import type { EvidenceChain } from '../../shared/controls/ports.ts';
import type { EnforcementSettings } from '../../shared/enforcement/enforcement-settings.ts';
import { enforceBudgets, type EnforcementRun } from '../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import { type MemoryGrantStore } from '../../shared/grants/memory-store.ts';
import { runIdOf, windowStartSuffix } from '../../shared/kernel/runs/run-id.ts';
import { startOfDayMs, type Day } from '../../shared/kernel/time/day.ts';
import type { RecipientStore } from '../../shared/mail/ports.ts';
import {
  memoryMailSender,
  type MemoryMailSender,
  type MemoryOutbox,
} from '../../shared/mail/store/memory-mail-stores.ts';
import { type MemoryAlertStore } from '../../shared/notifications/store/memory-alert-store.ts';
import { type MemoryTeamStore } from '../../shared/teams/memory-store.ts';
import { someSettings } from '../support/enforcement-settings.ts';
import { memoryEnforcementStores } from '../support/memory-tables.ts';
import { aroundPorts, type Around } from './around-ports.ts';
import type { BudgetRow, ExemptionRow, TopUpRow } from './budget-oracle.ts';
import { runMailer } from './mailer-process.ts';
import type { Member } from './model-consumption.ts';
import { modelPlatform, type Caller, type ModelPlatform } from './model-platform.ts';
import { interruption, type Interruption, type Stop } from './sudden-end.ts';
import { hourMs, minuteMs, virtualClock, type VirtualClock } from './virtual-clock.ts';
import { watchLimits } from './watch-limits.ts';

/** What a world begins with. */
export interface Scenario {
  readonly members: readonly Member[];
  readonly budgets: readonly BudgetRow[];
  readonly topUps?: readonly TopUpRow[];
  readonly exemptions?: readonly ExemptionRow[];
  /** Who is in team web, by email, for the whole of it. */
  readonly web?: readonly string[];
  readonly admins: readonly string[];
  readonly anchorDay?: number;
  readonly isEnforced?: boolean;
  readonly settings?: Partial<EnforcementSettings>;
}

/** An organization on the model platform, Curfew's stores, and all that has happened between them. */
export interface EnforcementWorld {
  readonly clock: VirtualClock;
  readonly platform: ModelPlatform;
  readonly sender: MemoryMailSender;
  readonly stores: Stores;
  readonly settings: EnforcementSettings;
  /** The rows of the budgets table; `setBudgets` replaces them. */
  budgets: readonly BudgetRow[];
  readonly topUps: readonly TopUpRow[];
  readonly exemptions: readonly ExemptionRow[];
  readonly web: readonly string[];
  /** Which calls each run made, in order. */
  readonly calls: { readonly runId: string; readonly name: string }[];
  /** What was found wrong while it happened. */
  readonly violations: string[];
}

export type Stores = Pick<
  EnforcementPorts,
  | 'steps'
  | 'ids'
  | 'leases'
  | 'users'
  | 'ledger'
  | 'limits'
  | 'runs'
  | 'journal'
  | 'outbox'
  | 'plans'
  | 'rosterPages'
  | 'metricsPages'
> & {
  readonly budgets: MemoryBudgetStore;
  readonly grants: MemoryGrantStore;
  readonly teams: MemoryTeamStore;
  readonly alerts: MemoryAlertStore;
  readonly recipients: RecipientStore;
  readonly evidence: EvidenceChain;
  readonly outbox: MemoryOutbox;
};

const historyStart: Day = '2026-01-14';

export function anEnforcementWorld(scenario: Scenario): EnforcementWorld {
  const clock = virtualClock(startOfDayMs(historyStart));
  const anchorDay = scenario.anchorDay ?? 1;
  const platform = modelPlatform(clock, {
    members: scenario.members,
    startMs: startOfDayMs(historyStart),
    anchorDay,
    isEnforced: scenario.isEnforced ?? true,
    pageSize: 100,
  });
  const world: EnforcementWorld = {
    clock,
    platform,
    sender: memoryMailSender(),
    stores: memoryEnforcementStores(),
    settings: someSettings({ ...scenario.settings, admins: scenario.admins, platformWindowAnchorDay: anchorDay }),
    budgets: [],
    topUps: scenario.topUps ?? [],
    exemptions: scenario.exemptions ?? [],
    web: scenario.web ?? [],
    calls: [],
    violations: [],
  };
  setBudgets(world, scenario.budgets);
  writeGrants(world);
  if (world.web.length > 0) {
    world.stores.teams.writeByHand({ name: 'web', members: [...world.web], position: 1 });
  }
  watchLimits(world);
  return world;
}

/** Writes the rows into the budgets table; rows that are not there any more are emptied of force. */
export function setBudgets(world: EnforcementWorld, rows: readonly BudgetRow[]): void {
  const kept = new Set(rows.map(({ scope, window }) => `${scope} ${window}`));
  const ended = world.budgets.filter(({ scope, window }) => !kept.has(`${scope} ${window}`));
  for (const row of [...ended.map((each) => ({ ...each, to: historyStart })), ...rows]) {
    world.stores.budgets.writeByHand({ ...row });
  }
  world.budgets = rows;
}

/** Writes the top-ups and exemptions of the scenario, by their place in it. */
function writeGrants({ stores, topUps, exemptions }: EnforcementWorld): void {
  const record = { reason: 'as agreed', createdBy: 'admin', createdAt: '2026-01-14T00:00:00.000Z', version: 1 };
  for (const [index, { email, ...terms }] of topUps.entries()) {
    stores.grants.writeByHand({ kind: 'top-up', id: `${index}`, scope: `user:${email}`, ...terms, ...record });
  }
  for (const [index, terms] of exemptions.entries()) {
    stores.grants.writeByHand({ kind: 'exemption', id: `${index}`, ...terms, ...record });
  }
}

/** One invocation of the nightly run. */
export interface Invocation {
  readonly runId: string;
  /** As of when; 02:30 of the day when only a day is given. */
  readonly at: string;
  readonly dryRun?: boolean;
  readonly onlyIfUnfinished?: boolean;
  readonly kind?: EnforcementOrder['kind'];
  readonly apply?: EnforcementOrder['apply'];
  readonly stopAfterMs?: number;
  /** The clock of the runner is so much ahead of the platform's, and behind when negative; `at` is by that clock. */
  readonly aheadMs?: number;
  /** Takes guards away, or breaks something. */
  readonly alter?: (ports: EnforcementPorts, caller: Caller) => EnforcementPorts;
  readonly around?: Around;
  /** The mailer, which what is written starts, does not run. */
  readonly isUnsent?: boolean;
}

export function instantOf(at: string): number {
  return Date.parse(at.length === 10 ? `${at}T02:30:00Z` : at);
}

/** Runs the night to its end at the present moment of the world's clock, and then the mailer. */
export async function invoke(world: EnforcementWorld, invocation: Invocation): Promise<EnforcementRun> {
  const { runId, at, dryRun = false, onlyIfUnfinished = true, stopAfterMs = hourMs, aheadMs = 0 } = invocation;
  const caller = { runId, asOfMs: instantOf(at), aheadMs };
  const { platform, sender, stores, settings } = world;
  const clock = { ...world.clock, now: () => world.clock.now() + aheadMs };
  let atWork = runId;
  const recorded: Around = async (call, perform) => {
    world.calls.push({ runId: atWork, name: call.name });
    return perform();
  };
  const plain = aroundPorts({ clock, ...stores, ...platform.calledBy(caller), sender }, recorded);
  const { sender: watchedSender, ...watched } =
    invocation.around === undefined ? plain : aroundPorts(plain, invocation.around);
  const ports = invocation.alter?.(watched, caller) ?? watched;
  const earlier = (await stores.runs.find(runId))?.outcome;
  const wasFinished = earlier !== undefined && !earlier.isUnfinished;
  const callsBefore = world.calls.length;
  const stopAtMs = clock.now() + stopAfterMs;
  const night = await enforceBudgets(ports, settings, {
    runId,
    atMs: caller.asOfMs,
    dryRun,
    onlyIfUnfinished,
    stopAtMs,
    ...(invocation.kind !== undefined && { kind: invocation.kind }),
    ...(invocation.apply !== undefined && { apply: invocation.apply }),
  });
  if (wasFinished && world.calls.slice(callsBefore).some(({ name }) => name === 'roster.read')) {
    world.violations.push(`I2: ${runId} was finished, and was done again`);
  }
  if (invocation.isUnsent !== true) {
    atWork = `mailer after ${runId}`;
    await runMailer({ ...ports, clock, sender: watchedSender });
  }
  return night;
}

/** The run of 00:05 on a day. */
export function windowStartOf(day: Day): Invocation {
  const at = `${day}T00:05:00.000Z`;
  return {
    runId: runIdOf('enforce', Date.parse(at), windowStartSuffix),
    at,
    kind: 'window-start',
    onlyIfUnfinished: false,
  };
}

/** Moves the clock to the moment of an invocation and runs it; time passes with every effect. */
export async function runEnforcement(
  world: EnforcementWorld,
  day: Day,
  alter?: Invocation['alter'],
): Promise<EnforcementRun> {
  world.clock.moveTo(instantOf(day));
  return invoke(world, { runId: `night-${day}`, at: day, ...(alter === undefined ? {} : { alter }) });
}

interface Disturbed {
  readonly night: EnforcementRun | 'died' | 'threw';
  readonly effects: Interruption['effects'];
}

/** Runs the night with one of its effects disturbed; each effect takes a tenth of a second. */
export async function runDisturbed(world: EnforcementWorld, invocation: Invocation, stop?: Stop): Promise<Disturbed> {
  const { around, death, effects } = interruption(stop);
  const timed: Around = async (call, perform) => {
    world.clock.moveBy(call.isEffect ? minuteMs / 600 : 0);
    return around(call, perform);
  };
  const running = invoke(world, { ...invocation, around: timed });
  // An error after the disturbance is what an operator would see; the next run has to cope.
  const ended = running.catch((error: unknown) => {
    if (stop === undefined || !(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw' as const;
  });
  return { night: await Promise.race([ended, death]), effects };
}
