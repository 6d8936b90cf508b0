import { enforceBudgets, type EnforcementRun } from '../../../shared/application/enforcement/enforce-budgets.ts';
import type { EnforcementSettings } from '../../../shared/application/enforcement/enforcement-settings.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../../shared/application/enforcement/enforcement-work.ts';
import { windowAt } from '../../../shared/domain/budgets/window.ts';
import { addDays, dayOf, daysBetween, startOfDayMs, type Day } from '../../../shared/domain/time/day.ts';
import { someSettings } from '../../support/enforcement-settings.ts';
import { memoryEnforcementStores } from '../../support/memory-tables.ts';
import type { Stores } from '../enforcement-world.ts';
import { minuteMs } from '../virtual-clock.ts';
import { AttackedPlatform, type Account } from './attacked-platform.ts';
import { daysOfMonths, isEdit, type DrawnDay, type DrawnEvent, type DrawnMonths, type Edit } from './drawn-months.ts';
import { Promises } from './promises.ts';
import type { Weakness } from './weaknesses.ts';

const hourMinutes = 60;
const nightMinute = 2 * hourMinutes + 30;
const record = { reason: 'agreed', createdBy: 'admin', version: 1 };

/** The process of a run ended in the middle. */
class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** Plays months on the real use case, and raises what was promised and is not so. */
export class Attack {
  readonly #drawn: DrawnMonths;
  readonly #platform: AttackedPlatform;
  readonly #stores: Stores = memoryEnforcementStores();
  readonly #settings: EnforcementSettings;
  readonly #promises: Promises;
  readonly #weakness: Weakness | undefined;
  readonly #aheadMs: number;
  #amounts: Map<string, number>;
  #dayIndex = 0;
  #runs = 0;
  #heldPlan: string | undefined;

  constructor(drawn: DrawnMonths, weakness?: Weakness) {
    const { anchorDay, delayMinutes, settleDays, unattributedShare } = drawn;
    this.#drawn = drawn;
    this.#weakness = weakness;
    this.#aheadMs = drawn.aheadMinutes * minuteMs;
    this.#platform = new AttackedPlatform({
      startMs: startOfDayMs(drawn.first),
      anchorDay,
      delayMinutes,
      unattributedShare,
      restated: { share: settleDays === 0 ? 0 : 0.3, days: settleDays },
    });
    this.#settings = someSettings({
      platformWindowAnchorDay: anchorDay,
      toleranceShare: 0.02,
      pools: { settleDays, enforcementDelayMinutes: delayMinutes, inFlightCredits: 0, reserveShare: 0.02 },
      blastRadius: drawn.hasBlastRadius ? { loweredShare: 0.3, blockedUsersMax: 2, raisedShare: 0.5 } : false,
    });
    this.#promises = new Promises(this.#platform, settleDays);
    this.#amounts = this.#firstAmounts();
    drawn.wants.forEach((_, index) => this.#join(`u${index}`, `p${index}@acme.example`, index));
    this.#stores.teams.writeByHand({ name: 'web', members: ['metadata.team=web'], position: 1 });
  }

  /** How often something was promised. */
  async play(): Promise<number> {
    for (const [scopeAndWindow, amount] of this.#amounts) {
      this.#write(scopeAndWindow, { amount });
    }
    for (const [index, day] of daysOfMonths(this.#drawn).entries()) {
      this.#dayIndex = index;
      const drawn = this.#drawn.days[index];
      if (drawn !== undefined) {
        await this.#playDay(day, drawn);
      }
    }
    return this.#promises.count;
  }

  /** A day by the clock of the runner. */
  async #playDay(day: Day, drawn: DrawnDay): Promise<void> {
    const { anchorDay } = this.#drawn;
    const isTurn = windowAt('platform', day, { anchorDay }).from === day;
    const isEve = windowAt('platform', addDays(day, 1), { anchorDay }).from === addDays(day, 1);
    const isNightMissed = drawn.isMissed && !isEve;
    const events = [...drawn.events].toSorted((a, b) => a.minute - b.minute);
    const before = (minute: number) => this.#happenUntil(day, events, minute);
    await before(5);
    if (isTurn && !drawn.isTurnMissed) {
      await this.#run(day, 5, { kind: 'window-start' });
    }
    await before(nightMinute);
    this.#platform.isLate = drawn.isLate && !isEve;
    if (!isNightMissed) {
      await this.#runNight(day, isEve ? { ...drawn, fate: 'done', killedAt: 0 } : drawn);
    }
    this.#platform.isLate = false;
    await before(24 * hourMinutes);
    this.#moveTo(day, 24 * hourMinutes);
  }

  /** The night, and its later tries while it is not whole. */
  async #runNight(day: Day, { fate, killedAt }: DrawnDay): Promise<void> {
    this.#platform.fate = fate;
    let night = await this.#run(day, nightMinute, { killedAt });
    this.#platform.fate = 'done';
    for (const hour of [3, 5, 9]) {
      if (night?.outcome.isUnfinished === false) {
        this.#promises.checkNeed(night);
        return;
      }
      this.#platform.isLate &&= hour < 5;
      night = await this.#run(day, hour * hourMinutes + 30, { onlyIfUnfinished: true });
    }
  }

  async #happenUntil(day: Day, events: DrawnEvent[], minute: number): Promise<void> {
    while ((events[0]?.minute ?? Infinity) < minute) {
      const event = events.shift();
      if (event !== undefined) {
        this.#moveTo(day, event.minute);
        await this.#happen(day, event);
      }
    }
  }

  /** Moves on to a minute of a day by the clock of the runner. */
  #moveTo(day: Day, minute: number): void {
    this.#platform.moveTo(startOfDayMs(day) + minute * minuteMs - this.#aheadMs);
    this.#promises.check();
  }

  async #run(
    day: Day,
    minute: number,
    { killedAt = 0, ...order }: Partial<EnforcementOrder> & { readonly killedAt?: number },
  ): Promise<EnforcementRun | undefined> {
    this.#moveTo(day, minute);
    this.#runs += 1;
    const clock = { now: () => this.#platform.nowMs + this.#aheadMs };
    const ports = { ...this.#stores, ...this.#platform.ports(this.#aheadMs), clock };
    const weakened = this.#weakness?.ports(ports) ?? ports;
    const run = enforceBudgets(killedAt === 0 ? weakened : killed(weakened, killedAt), this.#settings, {
      runId: `run-${this.#runs}`,
      atMs: clock.now(),
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: clock.now() + 3 * hourMinutes * minuteMs,
      ...order,
    });
    const ended = await run.catch((error: unknown) => {
      if (error instanceof KilledError) {
        return undefined;
      }
      throw error;
    });
    this.#heldPlan = ended?.outcome.held?.plan ?? this.#heldPlan;
    const known = await this.#stores.users.list();
    this.#promises.hear(ended, new Map(known.map(({ userId, metadata }) => [userId, metadata?.['team']])));
    return ended;
  }

  #nowOfRunner(): Day {
    return dayOf(this.#platform.nowMs + this.#aheadMs);
  }

  async #happen(day: Day, { kind, ...event }: DrawnEvent): Promise<void> {
    const { who, minute } = event;
    const account = this.#platform.accounts[who];
    if (isEdit(kind)) {
      await this.#edit(day, { kind, ...event });
      return;
    }
    if (account === undefined) {
      return;
    }
    switch (kind) {
      case 'lose-email':
        delete account.email;
        return;
      case 'rename':
        account.email = `new-${this.#dayIndex}-${minute}@acme.example`;
        return;
      case 'twin':
        if (account.email !== undefined) {
          this.#join(`twin-${this.#dayIndex}-${minute}`, account.email.toUpperCase(), who);
        }
        return;
      case 'leave':
        this.#leave(account);
        return;
      case 'return':
        if (account.closesAtMs > this.#platform.nowMs) {
          account.isOnRoster = true;
          account.closesAtMs = Infinity;
        }
        return;
      case 'hand-over': {
        const { email } = account;
        this.#leave(account);
        if (email !== undefined) {
          this.#join(`heir-${this.#dayIndex}-${minute}`, email, who);
        }
        return;
      }
      case 'join':
        this.#join(`new-${this.#dayIndex}-${minute}`, `new-${this.#dayIndex}-${minute}@acme.example`, who);
        return;
      case 'exempt-and-lift':
        await this.#exempt(account, { day, minute });
        return;
      case 'move-team':
        account.team = account.team === 'web' ? 'ops' : 'web';
    }
  }

  async #edit(
    day: Day,
    { kind, who, factor, minute }: Omit<DrawnEvent, 'kind'> & { readonly kind: Edit },
  ): Promise<void> {
    const scopes = [...this.#amounts.keys()];
    const scope = scopes[who % scopes.length] ?? '';
    switch (kind) {
      case 'amount':
        this.#amounts.set(scope, Math.round((this.#amounts.get(scope) ?? 0) * factor));
        this.#write(scope, { amount: this.#amounts.get(scope) ?? 0 });
        this.#promises.forget(scope);
        break;
      case 'remove-budget':
        this.#write(scope, { amount: this.#amounts.get(scope) ?? 0, to: addDays(this.#nowOfRunner(), -1) });
        this.#promises.forget(scope);
        break;
      case 'own-budget':
        this.#write(`user:p${who}@acme.example month`, { amount: Math.round(3_000 * factor) });
        break;
      case 'top-up': {
        const [from, to] = [day, addDays(day, 3)];
        const terms = { scope: `user:p${who}@acme.example`, credits: Math.round(2_000 * factor), from, to };
        this.#grant({ kind: 'top-up', ...terms });
        break;
      }
      case 'approve': {
        const planId = this.#heldPlan;
        if (planId !== undefined) {
          await this.#run(day, minute, { apply: { planId, actor: 'admin', isApproved: true } });
        }
        return;
      }
      case 'edit-run':
    }
    await this.#run(day, minute, { kind: 'edit' });
  }

  /** An exemption is an edit: a run from the tables follows before anybody lifts anything. */
  async #exempt(account: Account, { day, minute }: { readonly day: Day; readonly minute: number }): Promise<void> {
    if (account.email === undefined || !account.isOnRoster) {
      return;
    }
    this.#grant({ kind: 'exemption', email: account.email.toLowerCase(), until: addDays(day, 2) });
    await this.#run(day, minute, { kind: 'edit' });
    if (this.#promises.isUnbounded(account.userId)) {
      this.#platform.lift(account);
    }
  }

  /** Whoever is off the roster counts for 31 days, and is taken to be closed after that: docs/pools.md. */
  #leave(account: Account): void {
    account.isOnRoster = false;
    account.closesAtMs = Math.min(account.closesAtMs, this.#platform.nowMs + 31 * 24 * hourMinutes * minuteMs);
  }

  #join(userId: string, email: string, index: number): void {
    const { wants, starts, first, teamWindow } = this.#drawn;
    const from = addDays(first, starts[index % starts.length] ?? 0);
    const rate = wants[index % wants.length] ?? 0;
    this.#platform.join({
      userId,
      email,
      team: teamWindow !== undefined && index % 2 === 0 ? 'web' : 'ops',
      wantsPerHour: (day) => {
        const isBurst = rate === 'bursts' && daysBetween(first, day) % 4 === index % 4;
        const perHour = rate === 'bursts' ? (isBurst ? Infinity : 5) : rate;
        return day >= from ? perHour : 0;
      },
    });
  }

  #firstAmounts(): Map<string, number> {
    const { windows, teamWindow, hasDefault, amount } = this.#drawn;
    return new Map([
      ...windows.map((window) => [`org ${window}`, amount] as const),
      ...(teamWindow === undefined ? [] : [[`team:web ${teamWindow}`, Math.round(amount / 3)] as const]),
      ...(hasDefault ? [['default month', 8_000] as const] : []),
    ]);
  }

  #write(scopeAndWindow: string, terms: { readonly amount: number; readonly to?: Day }): void {
    const [scope = '', window = ''] = scopeAndWindow.split(' ');
    this.#stores.budgets.writeByHand({ scope, window, ...terms });
  }

  #grant(terms: { readonly kind: string } & Readonly<Record<string, unknown>>): void {
    const createdAt = new Date(this.#platform.nowMs).toISOString();
    this.#stores.grants.writeByHand({ id: `${terms.kind}-${this.#runs}`, ...terms, ...record, createdAt });
  }
}

/** Ports of a process that ends at its n-th write: before it, or after it with its answer lost. */
function killed(ports: EnforcementPorts, killedAt: number): EnforcementPorts {
  let writes = 0;
  const mortal =
    <A extends readonly unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      writes += 1;
      if (writes > killedAt || (writes === killedAt && killedAt % 2 === 0)) {
        throw new KilledError('the process ended');
      }
      const answer = await write(...args);
      if (writes === killedAt) {
        throw new KilledError('the process ended');
      }
      return answer;
    };
  return {
    ...ports,
    limitWriter: { setLimits: mortal(async (entries) => ports.limitWriter.setLimits(entries)) },
    limits: { ...ports.limits, put: mortal(async (records, fence) => ports.limits.put(records, fence)) },
    ledger: {
      ...ports.ledger,
      putDay: mortal(async (day) => ports.ledger.putDay(day)),
      putRows: mortal(async (day, rows) => ports.ledger.putRows(day, rows)),
    },
    users: { ...ports.users, put: mortal(async (users) => ports.users.put(users)) },
  };
}
