import { enforceBudgets, type EnforcementRun } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { EnforcementOrder, EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';
import { PlatformUnavailableError } from '../../../shared/kernel/runs/ports.ts';
import type { LiveSettings } from '../../../shared/live/use-cases/live-work.ts';
import { someSettings } from '../../support/enforcement-settings.ts';
import { memoryEnforcementStores } from '../../support/memory-tables.ts';
import type { Stores } from '../enforcement-world.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { AttackedPlatform } from './attacked-platform.ts';
import { dayAt, plusDays, windowWith, type CalendarDay } from './calendar.ts';
import {
  daysOfMonths,
  isEdit,
  isOfPeople,
  type DrawnDay,
  type DrawnEvent,
  type DrawnMonths,
  type EditHappening,
} from './drawn-months.ts';
import { killed, KilledError } from './killed.ts';
import { Looks } from './looks.ts';
import { People } from './people.ts';
import { checkNeed, checkShown, Promises } from './promises.ts';
import { TableEdits } from './table-edits.ts';
import type { Weakness } from './weaknesses.ts';

const hourMinutes = 60;
const nightMinute = 2 * hourMinutes + 30;
/** The promise rests on one run that succeeds by the end of the second day after the last one that did. */
const daysWithoutRunMax = 1;

type Order = Partial<EnforcementOrder> & { readonly killedAt?: number };

/** Something that happens at a minute of a day. */
type Happening = { readonly minute: number } & ({ readonly event: DrawnEvent } | { readonly look: true });

/** Plays months on the real use cases, and raises what was promised and is not so. */
export class Attack {
  readonly #drawn: DrawnMonths;
  readonly #platform: AttackedPlatform;
  readonly #stores: Stores = memoryEnforcementStores();
  readonly #settings: LiveSettings;
  readonly #promises: Promises;
  readonly #people: People;
  readonly #tables: TableEdits;
  readonly #looks: Looks;
  readonly #weakness: Weakness | undefined;
  readonly #aheadMs: number;
  #runs = 0;
  #daysWithoutRun = 0;
  #heldPlan: string | undefined;

  constructor(drawn: DrawnMonths, weakness?: Weakness) {
    const { anchorDay, delayMinutes, settleDays, unattributedShare, otherIds } = drawn;
    this.#drawn = drawn;
    this.#weakness = weakness;
    this.#aheadMs = drawn.aheadMinutes * minuteMs;
    this.#platform = new AttackedPlatform({
      startMs: Date.parse(drawn.first),
      anchorDay,
      delayMinutes,
      unattributedShare,
      otherIds,
      restated: { share: settleDays === 0 ? 0 : 0.3, days: settleDays },
    });
    this.#settings = settingsOf(drawn);
    this.#tables = new TableEdits(this.#stores);
    this.#promises = new Promises(this.#platform, this.#tables.book, { settleDays, anchorDay, aheadMs: this.#aheadMs });
    this.#people = new People(this.#platform, drawn);
    this.#looks = new Looks(this.#platform, this.#settings);
  }

  /** How often a window of a pool was said to be kept, and how often not. */
  async play(): Promise<Promises['counts']> {
    this.#tables.begin(this.#drawn);
    for (const [index, day] of daysOfMonths(this.#drawn).entries()) {
      const drawn = this.#drawn.days[index];
      if (drawn !== undefined) {
        await this.#playDay(day, drawn);
      }
    }
    return this.#promises.counts;
  }

  /** A day by the clock of the runner. */
  async #playDay(day: CalendarDay, drawn: DrawnDay): Promise<void> {
    const isTurn = windowWith('platform', day, this.#drawn.anchorDay).from === day;
    const isNeeded = this.#daysWithoutRun >= daysWithoutRunMax;
    const events = drawn.events.map((event): Happening => ({ minute: event.minute, event }));
    const looks = drawn.looks.map((hour): Happening => ({ minute: hour * hourMinutes + 50, look: true }));
    const happenings = [...events, ...looks].toSorted((a, b) => a.minute - b.minute);
    const before = async (minute: number) => this.#happenUntil(day, happenings, minute);
    this.#platform.isAway = drawn.isAway && !isNeeded;
    await before(5);
    if (isTurn && !drawn.isTurnMissed) {
      await this.#run(day, 5, { kind: 'window-start' });
    }
    await before(nightMinute);
    const isMissed = drawn.isMissed && !isNeeded;
    if (!isMissed) {
      this.#platform.isLate = drawn.isLate;
      await this.#runNight(day, drawn);
      this.#platform.isLate = false;
    }
    this.#daysWithoutRun = isMissed || this.#platform.isAway ? this.#daysWithoutRun + 1 : 0;
    await before(24 * hourMinutes);
    this.#platform.isAway = false;
    this.#moveTo(day, 24 * hourMinutes);
  }

  /** The night, and its later tries while it is not whole. */
  async #runNight(day: CalendarDay, { fate, killedAt }: DrawnDay): Promise<void> {
    this.#platform.fate = fate;
    let night = await this.#run(day, nightMinute, { killedAt });
    this.#platform.fate = 'done';
    for (const hour of [3, 5, 9]) {
      if (night?.outcome.isUnfinished === false) {
        checkNeed(night);
        return;
      }
      this.#platform.isLate &&= hour < 5;
      night = await this.#run(day, hour * hourMinutes + 30, { onlyIfUnfinished: true });
    }
  }

  async #happenUntil(day: CalendarDay, happenings: Happening[], minute: number): Promise<void> {
    while ((happenings[0]?.minute ?? Infinity) < minute) {
      const happening = happenings.shift();
      if (happening !== undefined) {
        this.#moveTo(day, happening.minute);
        await ('event' in happening ? this.#happen(day, happening.event) : this.#look());
      }
    }
  }

  /** Moves on to a minute of a day by the clock of the runner. */
  #moveTo(day: CalendarDay, minute: number): void {
    this.#platform.moveTo(Date.parse(day) + minute * minuteMs - this.#aheadMs);
    this.#promises.check();
  }

  #ports(): EnforcementPorts & Stores {
    const clock = { now: () => this.#platform.nowMs + this.#aheadMs };
    return { ...this.#stores, ...this.#platform.ports(this.#aheadMs), clock, live: this.#looks.live };
  }

  async #run(day: CalendarDay, minute: number, { killedAt = 0, ...order }: Order): Promise<EnforcementRun | undefined> {
    this.#moveTo(day, minute);
    this.#runs += 1;
    const ports = this.#ports();
    const weakened = this.#weakness?.ports(ports) ?? ports;
    const run = enforceBudgets(killedAt === 0 ? weakened : killed(weakened, killedAt), this.#settings, {
      runId: `run-${this.#runs}`,
      atMs: ports.clock.now(),
      dryRun: false,
      onlyIfUnfinished: false,
      stopAtMs: ports.clock.now() + 3 * hourMs,
      ...order,
    });
    const ended = await run.catch((error: unknown) => {
      if (error instanceof KilledError || error instanceof PlatformUnavailableError) {
        return undefined;
      }
      throw error;
    });
    checkShown(ended);
    this.#heldPlan = ended?.outcome.held?.plan ?? this.#heldPlan;
    this.#promises.hear(ended, await this.#stores.users.list());
    return ended;
  }

  async #look(): Promise<void> {
    this.#runs += 1;
    await this.#looks.look(this.#ports(), `look-${this.#runs}`).catch((error: unknown) => {
      if (!(error instanceof PlatformUnavailableError)) {
        throw error;
      }
    });
  }

  async #happen(day: CalendarDay, event: DrawnEvent): Promise<void> {
    if (isEdit(event)) {
      await this.#edit(day, event);
      return;
    }
    const email = isOfPeople(event) ? this.#people.happen(event) : undefined;
    if (email === undefined) {
      return;
    }
    // An exemption is an edit: a run from the tables follows before anybody lifts anything.
    this.#tables.exempt(email, plusDays(day, 2), this.#platform.nowMs);
    await this.#run(day, event.minute, { kind: 'edit' });
    const account = this.#platform.accounts[event.who];
    // Of an address that no reading has shown yet, nothing tells whose exemption it is.
    if (account !== undefined && this.#platform.isShown(account) && this.#promises.isUnbounded(account.userId)) {
      this.#platform.lift(account);
    }
  }

  async #edit(day: CalendarDay, event: EditHappening): Promise<void> {
    const { nowMs } = this.#platform;
    if (event.kind === 'approve') {
      const planId = this.#heldPlan;
      if (planId !== undefined) {
        await this.#run(day, event.minute, { apply: { planId, actor: 'admin', isApproved: true } });
      }
      return;
    }
    this.#tables.edit(event, { today: dayAt(nowMs + this.#aheadMs), email: `p${event.who}@acme.example`, nowMs });
    this.#promises.forgetLowered();
    await this.#run(day, event.minute, { kind: 'edit' });
  }
}

function settingsOf({ anchorDay, settleDays, delayMinutes, hasBlastRadius, live }: DrawnMonths): LiveSettings {
  return {
    ...someSettings({
      platformWindowAnchorDay: anchorDay,
      toleranceShare: 0.02,
      pools: { settleDays, enforcementDelayMinutes: delayMinutes, inFlightCredits: 0, reserveShare: 0.02 },
      blastRadius: hasBlastRadius ? { loweredShare: 0.3, blockedUsersMax: 2, raisedShare: 0.5 } : false,
    }),
    live: {
      mode: live,
      shadowDays: 2,
      errorPercent: 25,
      slackCredits: 0,
      capPercent: 0,
      totalsLagMinutes: 0,
      eveningReturn: 'seen',
    },
  };
}
