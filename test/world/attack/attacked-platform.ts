import type {
  BatchOutcome,
  LimitWriter,
  PlatformTime,
  Roster,
  UsageSource,
} from '../../../shared/enforcement/ports.ts';
import { PlatformUnavailableError } from '../../../shared/kernel/runs/ports.ts';
import type { ReportedDay } from '../../../shared/ledger/reading.ts';
import type { RowOutcome } from '../../../shared/limits/limit-record.ts';
import type { Change } from '../../../shared/promise/facts.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import { dayAt, daysBetween, plusDays, windowWith, type CalendarDay, type Days } from './calendar.ts';

/** An account as it is on the platform, and not as anybody sees it. */
export interface Account {
  readonly userId: string;
  /** Absent once it is lost. */
  email?: string;
  team: string;
  isOnRoster: boolean;
  /** From then on it consumes nothing any more. Unix milliseconds. */
  closesAtMs: number;
  /** Credits wanted in an hour of a day; infinite for somebody who takes whatever there is. */
  readonly wantsPerHour: (day: CalendarDay) => number;
  /** Limits in force, the last one from its moment on; a replaced one goes on until then. */
  limits: { readonly fromMs: number; readonly limitCredits: number }[];
  readonly usedOn: Map<CalendarDay, number>;
  /** Counted by the platform in its present window. */
  counted: { window: CalendarDay; credits: number };
}

/** What becomes of a PUT on its way: applied or not, answered or not. */
export const putFates = ['done', 'applied-unknown', 'half-applied-unknown', 'lost', 'row-refused'] as const;
type PutFate = (typeof putFates)[number];

interface PlatformTerms {
  readonly startMs: number;
  readonly anchorDay: number;
  /** A new limit is felt after so many minutes, at most what the settings allow for. */
  readonly delayMinutes: number;
  /** So much more is billed than the rows of a day add up to: use that no row names, within the trust gate's tolerance. */
  readonly unattributedShare: number;
  /** Whom the analytics know under another id than the roster. */
  readonly otherIds: 'nobodys' | 'some' | 'all';
  /** A day is first told so much lower, and in full once so many days have passed. */
  readonly restated: { readonly share: number; readonly days: number };
}

/**
 * The vendor's platform as far as promises rest on it: it enforces the limit of each account at every moment, and counts
 * use over its window. Everything else may happen. Time moves in stretches between events, so that a month is fast.
 */
export class AttackedPlatform {
  readonly accounts: Account[] = [];
  nowMs: number;
  /** The day before now has no figures. */
  isLate = false;
  /** It answers nothing. */
  isAway = false;
  fate: PutFate = 'done';
  /** A limit reached somebody whom the last reading of the roster had shown with another address. */
  isMisdirected = false;
  #shown: ReadonlyMap<Account, string | undefined> = new Map();
  /** The address with which a reading of the roster last showed each. */
  readonly #lastShown = new Map<Account, string | undefined>();
  #shownLast: readonly Account[] = [];
  /** Off the roster, and no more at the address that was theirs when its next holder got a limit: no reading shows where. */
  readonly #unseen = new Set<Account>();
  readonly #terms: PlatformTerms;

  constructor(terms: PlatformTerms) {
    this.#terms = terms;
    this.nowMs = terms.startMs;
  }

  join(account: Pick<Account, 'userId' | 'team' | 'wantsPerHour'> & { readonly email: string }): Account {
    // A limit is known by its address: whoever gets the address has it as well.
    const earlier = this.#at(account.email).at(-1);
    const joined: Account = {
      ...account,
      isOnRoster: true,
      closesAtMs: Infinity,
      limits: earlier === undefined ? [] : [...earlier.limits],
      usedOn: new Map(),
      counted: { window: '', credits: 0 },
    };
    this.accounts.push(joined);
    return joined;
  }

  /** Somebody lifts a limit on the platform. */
  lift(account: Account): void {
    account.limits = [{ fromMs: this.nowMs, limitCredits: Infinity }];
  }

  /** Lets everybody consume until a moment. */
  moveTo(toMs: number): void {
    while (this.nowMs < toMs) {
      const day = dayAt(this.nowMs);
      const window = windowWith('platform', day, this.#terms.anchorDay).from;
      const midnightMs = Date.parse(plusDays(day, 1));
      const changes = this.accounts.flatMap(({ limits, closesAtMs }) => [closesAtMs, ...limits.map((it) => it.fromMs)]);
      const untilMs = changes
        .filter((ms) => ms > this.nowMs)
        .reduce((a, b) => Math.min(a, b), Math.min(midnightMs, toMs));
      this.accounts.forEach((account) => this.#consume(account, { day, window, untilMs }));
      this.nowMs = untilMs;
    }
  }

  isUnseen(account: Account): boolean {
    return this.#unseen.has(account);
  }

  /** Whether the last reading that showed somebody had them with the address of now. */
  isShown(account: Account): boolean {
    return account.email !== undefined && isSame(this.#lastShown.get(account), account.email);
  }

  usedBy({ usedOn }: Account, { from, through }: Days): number {
    let used = 0;
    for (const [day, credits] of usedOn) {
      used += from <= day && day <= through ? credits : 0;
    }
    return used;
  }

  /** What was billed in a range beside the use of accounts. */
  unattributedIn({ from, through }: Days): number {
    return daysBetween({ from, through }).reduce((sum, day) => {
      const used = this.accounts.reduce((total, { usedOn }) => total + (usedOn.get(day) ?? 0), 0);
      return sum + Math.floor(used * this.#terms.unattributedShare);
    }, 0);
  }

  /** The limit that the platform enforces for somebody now. */
  limitNow(account: Account): number {
    return account.limits.findLast(({ fromMs }) => fromMs <= this.nowMs)?.limitCredits ?? Infinity;
  }

  /** Its interface, to a caller whose clock is so much ahead. */
  ports(aheadMs: number): PlatformPorts {
    return {
      usage: {
        readDays: async (range) => this.#tell(range),
        readUserMetrics: (range) => pageOf({ rows: this.#tell(range).flatMap(metricsOf), unreadable: [] }),
      },
      roster: {
        read: () => {
          this.#answer();
          const onRoster = this.accounts.filter(({ isOnRoster }) => isOnRoster);
          this.#shownLast = onRoster;
          for (const account of onRoster) {
            this.#lastShown.set(account, account.email);
            this.#unseen.delete(account);
          }
          const users = onRoster.map(({ userId, email, team }) => ({
            userId,
            metadata: { team },
            ...(email !== undefined && { email }),
          }));
          this.isMisdirected = false;
          this.#shown = new Map(this.accounts.map((account) => [account, account.email]));
          return pageOf({ users, unreadable: 0 });
        },
      },
      limitWriter: { setLimits: async (entries) => this.#put(entries) },
      platformTime: { skewMs: async () => 0 - aheadMs },
    };
  }

  #answer(): void {
    if (this.isAway) {
      throw new PlatformUnavailableError('no answer');
    }
  }

  #at(email: string): readonly Account[] {
    return this.accounts.filter((account) => isSame(account.email, email));
  }

  /** Who was last shown with an address, is elsewhere, and is off the roster or not shown there again. */
  #formerlyAt(email: string): readonly Account[] {
    return this.accounts.filter(
      (account) =>
        isSame(this.#lastShown.get(account), email) &&
        !isSame(account.email, email) &&
        !(account.isOnRoster && this.#shownLast.includes(account)),
    );
  }

  #consume(
    account: Account,
    { day, window, untilMs }: { readonly day: CalendarDay; readonly window: CalendarDay; readonly untilMs: number },
  ): void {
    if (account.closesAtMs <= this.nowMs) {
      return;
    }
    if (account.counted.window !== window) {
      account.counted = { window, credits: 0 };
    }
    const hours = (untilMs - this.nowMs) / hourMs;
    const left = this.limitNow(account) - account.counted.credits;
    // Nobody takes without end where nothing bounds them: the sums stay exact.
    const wanted = Math.min(Math.ceil(account.wantsPerHour(day) * hours), 1_000_000);
    const granted = Math.max(0, Math.min(wanted, left));
    account.counted.credits += granted;
    account.usedOn.set(day, (account.usedOn.get(day) ?? 0) + granted);
  }

  #tell(range: Days): readonly ReportedDay[] {
    this.#answer();
    const today = dayAt(this.nowMs);
    if (range.through >= today) {
      throw new PlatformUnavailableError('400: a date of today or later is rejected');
    }
    const yesterday = plusDays(today, -1);
    return daysBetween(range)
      .filter((day) => !(this.isLate && day === yesterday))
      .map((day) => this.#dayAsTold(day, today));
  }

  #dayAsTold(day: CalendarDay, today: CalendarDay): ReportedDay {
    const { restated, unattributedShare, otherIds } = this.#terms;
    const told = day > plusDays(today, -1 - restated.days) ? 1 - restated.share : 1;
    const rows = this.accounts.flatMap(({ userId, email, usedOn }, index) => {
      const credits = Math.ceil((usedOn.get(day) ?? 0) * told);
      const isOther = otherIds === 'all' || (otherIds === 'some' && index % 2 === 0);
      const reportedId = isOther ? `other-${userId}` : userId;
      return credits === 0 ? [] : [{ userId: reportedId, email: email ?? null, credits }];
    });
    const attributed = rows.reduce((sum, { credits }) => sum + credits, 0);
    return { day, totalCredits: attributed + Math.floor(attributed * unattributedShare), rows, unreadable: [] };
  }

  #put(entries: readonly Change[]): BatchOutcome {
    this.#answer();
    const { fate } = this;
    const applied =
      fate === 'lost' ? [] : fate === 'half-applied-unknown' ? entries.filter((_, i) => i % 2 === 0) : entries;
    const refused = fate === 'row-refused' ? new Set(entries.filter((_, index) => index % 3 === 0)) : new Set<Change>();
    const rows = entries.map((entry): RowOutcome => {
      const at = this.#at(entry.email).filter(({ isOnRoster }) => isOnRoster);
      if (at.length === 0 || refused.has(entry)) {
        return { kind: 'failed', problem: 'no such user' };
      }
      if (applied.includes(entry)) {
        this.isMisdirected ||= at.some((account) => (this.#shown.get(account) ?? entry.email) !== account.email);
        const fromMs = this.nowMs + this.#terms.delayMinutes * minuteMs;
        at.forEach((account) => limitFrom(account, fromMs, entry.limitCredits));
        // An address that was handed over is its new holder's.
        const gone = this.#at(entry.email).filter(({ isOnRoster }) => !isOnRoster);
        gone.forEach((account) => (account.closesAtMs = Math.min(account.closesAtMs, fromMs)));
        this.#formerlyAt(entry.email).forEach((account) => this.#unseen.add(account));
      }
      return { kind: 'done' };
    });
    return fate === 'done' || fate === 'row-refused'
      ? { kind: 'answered', rows }
      : { kind: 'unknown', problem: 'no answer' };
  }
}

interface PlatformPorts {
  readonly usage: UsageSource;
  readonly roster: Roster;
  readonly limitWriter: LimitWriter;
  readonly platformTime: PlatformTime;
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** A first limit is felt late as well: until then there is none. */
function limitFrom(account: Account, fromMs: number, limitCredits: number): void {
  const earlier = account.limits.filter((limit) => limit.fromMs <= fromMs).slice(-20);
  account.limits = [...earlier, { fromMs, limitCredits }];
}

function metricsOf({ day, rows }: ReportedDay) {
  return rows.map(({ userId, credits }) => ({ day, userId, credits }));
}

async function* pageOf<T>(page: T): AsyncIterable<T> {
  yield page;
}
