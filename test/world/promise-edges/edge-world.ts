import { z } from 'zod';

import type { EnforcementSettings } from '../../../shared/enforcement/enforcement-settings.ts';
import { enforceBudgets, type EnforcementRun } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';
import { explainUser } from '../../../shared/explanation/use-cases/explain-user.ts';
import { createPlatformClient } from '../../../shared/kernel/platform/platform-client.ts';
import { platformTime } from '../../../shared/kernel/platform/platform-time.ts';
import { platformUsageSource } from '../../../shared/ledger/platform/platform-usage-source.ts';
import { platformLimitWriter } from '../../../shared/limits/platform.ts';
import { platformRoster } from '../../../shared/roster/platform/platform-roster.ts';
import { startTestEmulator, UsageRows, type TestEmulator } from '../../support/emulator.ts';
import { someSettings } from '../../support/enforcement-settings.ts';
import { memoryEnforcementStores } from '../../support/memory-tables.ts';
import type { Stores } from '../enforcement-world.ts';
import { hourMs, minuteMs, virtualClock, type VirtualClock } from '../virtual-clock.ts';

const dayMs = 24 * hourMs;
/** What somebody wants in a day who takes whatever there is. */
const greedy = 100_000;
const User = z.object({ id: z.string(), email: z.string() });
const record = { reason: 'agreed', createdBy: 'admin', version: 1 };

export interface EdgeTerms {
  /** On this day nobody consumes yet, and the first night gives everybody a limit. */
  readonly from: string;
  readonly people: readonly string[];
  /** Of all of them. */
  readonly team?: string;
  /** Rows of the budgets table. */
  readonly budgets: readonly Readonly<Record<string, unknown>>[];
  readonly anchorDay?: number;
  readonly settings?: Partial<EnforcementSettings>;
}

/** Days as text, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly through: string;
}

/** Plays a story beside the emulator, and ends it. */
export async function onTheEmulator<T>(terms: EdgeTerms, story: (world: EdgeWorld) => Promise<T>): Promise<T> {
  const { from, anchorDay = 1 } = terms;
  const emulator = await startTestEmulator({ users: 1, today: from, empty: true, windowAnchorDay: anchorDay });
  try {
    const world = new EdgeWorld(emulator, terms);
    const { users } = await emulator.read('/api/v0/organization/users', z.object({ users: z.array(User) }));
    for (const { email } of users) {
      await emulator.call('DELETE', `/__sim/users?email=${email}`);
    }
    for (const name of terms.people) {
      await world.hire(name, terms.team);
    }
    terms.budgets.forEach((row) => world.write(row));
    world.team(...(terms.team === undefined ? [] : [terms.team]));
    await world.night(from);
    return await story(world);
  } finally {
    await emulator.close();
  }
}

/**
 * Curfew's runs, with its client and the tables in memory, beside the emulator: its own record tells what was granted.
 * Days and credits are counted here without any of Curfew's code.
 */
export class EdgeWorld {
  readonly stores: Stores = memoryEnforcementStores();
  readonly #emulator: TestEmulator;
  readonly #settings: EnforcementSettings;
  readonly #clock: VirtualClock;
  readonly #ports: EnforcementPorts;
  readonly #ids = new Map<string, string>();
  /** The runner's clock is so much ahead of the platform's. */
  aheadMs = 0;
  /** Changes what the platform answers, by the path that was asked for. */
  retold: (path: string, body: string) => string = (_path, body) => body;
  #reachedMinute = 0;
  #runs = 0;

  constructor(emulator: TestEmulator, { from, anchorDay = 1, settings }: EdgeTerms) {
    this.#emulator = emulator;
    this.#clock = virtualClock(Date.parse(from));
    this.#settings = someSettings({ admins: ['admin@acme.example'], platformWindowAnchorDay: anchorDay, ...settings });
    const clock = {
      now: () => this.#clock.now() + this.aheadMs,
      sleep: async (ms: number) => Promise.resolve(this.#clock.moveBy(ms)),
    };
    const platform = createPlatformClient({
      baseUrl: emulator.url,
      appUrl: emulator.url,
      readKey: async () => Promise.resolve('owner-key'),
      fetch: async (input, init) => this.#fetch(input, init),
      clock,
      random: () => 0.5,
    });
    this.#ports = {
      ...this.stores,
      clock,
      limitWriter: platformLimitWriter(platform),
      platformTime: platformTime(platform),
      roster: platformRoster(platform),
      usage: platformUsageSource(platform),
    };
  }

  get names(): readonly string[] {
    return [...this.#ids.keys()];
  }

  /** Somebody joins, or comes back, who takes whatever there is from tomorrow on. */
  async hire(name: string, team?: string, user: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const email = user['email'] ?? emailOf(name);
    const posted = { ...user, email, ...(team !== undefined && { metadata: { team } }) };
    const answer = await this.#emulator.call('POST', '/__sim/users', { body: posted });
    this.#ids.set(name, answer.read(User).id);
    await this.want(name, { from: this.#dayIn(1), through: this.#dayIn(100) });
  }

  async want(name: string, days: Days, credits = greedy): Promise<void> {
    const { email } = await this.#user(name);
    const demand = daysFrom(days).map((date) => ({ email, date, credits }));
    await this.#emulator.tell('/__sim/demand', demand);
  }

  /** Makes teams of those whom the roster has in one of this name. */
  team(...names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      this.stores.teams.writeByHand({ name, members: [`metadata.team=${name}`], position: index + 1 });
    }
  }

  /** Gives somebody on the roster another address, or another team. */
  async change(name: string, changed: { readonly email?: string; readonly team?: string }): Promise<void> {
    const { email = (await this.#user(name)).email, team } = changed;
    const id = this.#ids.get(name);
    await this.#emulator.tell('/__sim/users', { id, email, ...(team !== undefined && { metadata: { team } }) });
  }

  async leave(name: string): Promise<void> {
    const { email } = await this.#user(name);
    await this.#emulator.call('DELETE', `/__sim/users?email=${encodeURIComponent(email)}`);
  }

  async #user(name: string): Promise<z.infer<typeof User>> {
    const id = this.#ids.get(name);
    const { users } = await this.#emulator.read('/api/v0/organization/users', z.object({ users: z.array(User) }));
    return users.find((user) => user.id === id) ?? { id: id ?? '', email: emailOf(name) };
  }

  /** Somebody lifts a limit on the platform. */
  async lift(email: string): Promise<void> {
    await this.#emulator.setLimits({ email, limit: 1_000_000_000 });
  }

  write(row: Readonly<Record<string, unknown>>): void {
    this.stores.budgets.writeByHand(row as { scope: string; window: string });
  }

  grant(row: Readonly<Record<string, unknown>> & { readonly kind: string }): void {
    const createdAt = new Date(this.#clock.now()).toISOString();
    this.stores.grants.writeByHand({ id: `${row.kind}-${this.#runs}`, ...record, createdAt, ...row } as never);
  }

  async night(day: string, order: Partial<EnforcementOrder> = {}): Promise<EnforcementRun> {
    return this.run(`${day}T02:30:00Z`, order);
  }

  async nights(days: Days): Promise<void> {
    for (const day of daysFrom(days)) {
      await this.night(day);
    }
  }

  /** A run at a moment of the runner's clock. */
  async run(at: string, order: Partial<EnforcementOrder> = {}): Promise<EnforcementRun> {
    await this.moveTo(at);
    this.#runs += 1;
    return enforceBudgets(this.#ports, this.#settings, {
      runId: `run-${this.#runs}`,
      atMs: Date.parse(at),
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: Date.parse(at) + 3 * hourMs,
      ...order,
    });
  }

  /** Moves on to a moment of the runner's clock. */
  async moveTo(at: string): Promise<void> {
    this.#clock.moveTo(Date.parse(at) - this.aheadMs);
    await this.#settle();
  }

  /** Faults as the emulator's side channel takes them, in place of those before. */
  async arm(...faults: readonly object[]): Promise<void> {
    await this.#emulator.call('DELETE', '/__sim/faults');
    await this.#emulator.tell('/__sim/faults', faults);
  }

  /** What the emulator granted on some days, to everybody or to those named. */
  async granted({ from, through }: Days, names?: readonly string[]): Promise<number> {
    await this.moveTo(new Date(Date.parse(through) + dayMs + this.aheadMs).toISOString());
    const rows = await this.#emulator.read(`/__sim/usage?from=${from}&to=${through}`, UsageRows);
    const emails = names && new Set(await Promise.all(names.map(async (name) => (await this.#user(name)).email)));
    return rows
      .filter(({ email }) => emails === undefined || emails.has(email ?? ''))
      .reduce((sum, { granted }) => sum + granted, 0);
  }

  /** What `explain` says of somebody at a moment, and its document. */
  async explained(email: string, at: string) {
    const atMs = Date.parse(at);
    const found = await explainUser(
      { ...this.stores, clock: { now: () => atMs } },
      { atMs, settings: this.#settings, email },
    );
    if (found.kind !== 'explained') {
      throw new Error(`${email}: ${found.kind}`);
    }
    return found;
  }

  /** The limits in force, by email. */
  async limits(): Promise<ReadonlyMap<string, number>> {
    return this.#emulator.limits();
  }

  async #fetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    this.#clock.moveBy(1_000);
    await this.#settle();
    const answer = await fetch(input, init);
    const body = this.retold(new URL(answer.url).pathname, await answer.text());
    return new Response(body, { status: answer.status, headers: { date: answer.headers.get('date') ?? '' } });
  }

  /** Brings the emulator, which reckons in minutes, to the present moment. */
  async #settle(): Promise<void> {
    const minute = Math.floor(this.#clock.now() / minuteMs);
    if (minute > this.#reachedMinute) {
      this.#reachedMinute = minute;
      await this.#emulator.tell('/__sim/clock', { now: this.#clock.now() });
    }
  }

  #dayIn(days: number): string {
    return new Date(this.#clock.now() + days * dayMs).toISOString().slice(0, 10);
  }
}

export function emailOf(name: string): string {
  return `${name}@acme.example`;
}

function daysFrom({ from, through }: Days): readonly string[] {
  const count = (Date.parse(through) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  );
}
