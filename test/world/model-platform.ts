import type {
  BatchOutcome,
  LimitEntry,
  LimitWriter,
  PlatformTime,
  Roster,
  UsageSource,
} from '../../shared/enforcement/ports.ts';
import { PlatformRefusedError, PlatformUnavailableError } from '../../shared/kernel/runs/ports.ts';
import { dayOf, daysOf, type Day } from '../../shared/kernel/time/day.ts';
import type { ReportedDay, UserMetricsRow } from '../../shared/ledger/reading.ts';
import type { RowOutcome } from '../../shared/limits/limit-record.ts';
import { isPresent, modelConsumption, type Member } from './model-consumption.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What happens to the next PUT, once. */
export type PutFault =
  | { readonly kind: 'applied-then-silent' }
  | { readonly kind: 'half-applied-then-silent' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'key-refused' }
  | { readonly kind: 'row-errors'; readonly emails: readonly string[] }
  | { readonly kind: 'rows-missing'; readonly emails: readonly string[] };

/** Which run makes a call. */
export interface Caller {
  readonly runId: string;
  readonly asOfMs: number;
  /** The caller's clock is so much ahead of the platform's; behind when negative. */
  readonly aheadMs?: number;
}

/** One limit that came into force. */
interface AppliedLimit extends Caller {
  readonly email: string;
  readonly limitCredits: number;
  readonly atMs: number;
}

/** A PUT as it arrived, whatever became of it. */
export interface ReceivedPut extends Caller {
  readonly entries: readonly LimitEntry[];
  readonly applied: readonly AppliedLimit[];
}

/** What the platform tells of a day instead of the truth. */
export type Telling = (truth: ReportedDay) => ReportedDay | undefined;

export interface ModelPlatform {
  readonly puts: readonly ReceivedPut[];
  /** Emails that always fail as a row, and emails for which a whole PUT is refused. */
  readonly brokenRows: Set<string>;
  readonly poisonous: Set<string>;
  /** Faults of the next PUTs; undefined leaves one alone. */
  readonly putFaults: (PutFault | undefined)[];
  /** Days that are told otherwise than they are. */
  readonly tellings: Map<Day, Telling>;
  /** Credits added to a day after the fact: a restatement. */
  readonly restated: Map<Day, ReadonlyMap<string, number>>;
  /** Called with each PUT, just before its answer. */
  readonly watchers: ((put: ReceivedPut) => void)[];
  /** Whether its answers show its clock. */
  sendsDate: boolean;
  members(): readonly Member[];
  /** Credits of each member on a day, restatements included. */
  truth(day: Day): ReadonlyMap<string, number>;
  /** The rows of each day as they were last told. */
  readonly told: ReadonlyMap<Day, ReportedDay>;
  limitOf(email: string): number | undefined;
  /** Somebody sets a limit by hand. */
  setByHand(email: string, limitCredits: number): void;
  calledBy(caller: Caller): {
    readonly usage: UsageSource;
    readonly roster: Roster;
    readonly limitWriter: LimitWriter;
    readonly platformTime: PlatformTime;
  };
}

interface PlatformTerms {
  readonly members: readonly Member[];
  readonly startMs: number;
  readonly anchorDay: number;
  /** Whether limits stop anybody; a world without makes the same use whatever Curfew does. */
  readonly isEnforced: boolean;
  readonly pageSize: number;
}

/** The vendor's platform as far as the night sees it, on a virtual clock. */
export function modelPlatform(clock: VirtualClock, terms: PlatformTerms): ModelPlatform {
  const limits = new Map<string, AppliedLimit[]>();
  const present = () => terms.members.filter((member) => isPresent(member, dayOf(clock.now())));
  const limitAt = (email: string, instantMs: number) =>
    limits.get(email.toLowerCase())?.findLast((limit) => limit.atMs <= instantMs)?.limitCredits;
  const consumption = modelConsumption(() => terms.members, { limitAt }, terms);
  const told = new Map<Day, ReportedDay>();
  const puts: ReceivedPut[] = [];

  const platform: ModelPlatform = {
    puts,
    told,
    brokenRows: new Set(),
    poisonous: new Set(),
    putFaults: [],
    tellings: new Map(),
    restated: new Map(),
    watchers: [],
    sendsDate: true,
    members: present,
    truth(day) {
      consumption.runUntil(clock.now());
      const added = platform.restated.get(day) ?? new Map<string, number>();
      return new Map(
        terms.members.map(({ userId }) => [
          userId,
          (consumption.grantedOn(day).get(userId) ?? 0) + (added.get(userId) ?? 0),
        ]),
      );
    },
    limitOf: (email) => limitAt(email, clock.now()),
    setByHand(email, limitCredits) {
      apply({ email, limitCredits }, { runId: 'somebody', asOfMs: clock.now() });
    },
    calledBy: (caller) => ({
      usage: usageSource(),
      roster: roster(),
      limitWriter: limitWriter(caller),
      platformTime: { skewMs: async () => (platform.sendsDate ? 0 - (caller.aheadMs ?? 0) : undefined) },
    }),
  };
  return platform;

  function tell(day: Day): ReportedDay | undefined {
    const truth = reportOf(terms.members, day, platform.truth(day));
    const telling = platform.tellings.get(day);
    return telling === undefined ? truth : telling(truth);
  }

  function tellRange(range: { readonly from: Day; readonly through: Day }): readonly ReportedDay[] {
    if (range.through >= dayOf(clock.now())) {
      throw new PlatformUnavailableError('400: a date of today or later is rejected');
    }
    return daysOf(range).flatMap((day) => tell(day) ?? []);
  }

  function usageSource(): UsageSource {
    return {
      async readDays(range) {
        const days = tellRange(range);
        days.forEach((day) => told.set(day.day, day));
        return days;
      },
      async *readUserMetrics(range, from = '0') {
        const rows = tellRange(range).flatMap(({ day, rows: ofDay }) =>
          ofDay.map(({ userId, credits }): UserMetricsRow => ({ day, userId, credits })),
        );
        for (const { items, next } of pagesOf(rows, { size: terms.pageSize, from: Number(from) })) {
          yield { rows: items, unreadable: [], ...next };
        }
      },
    };
  }

  function roster(): Roster {
    return {
      async *read(from = '0') {
        for (const { items, next } of pagesOf(present(), { size: terms.pageSize, from: Number(from) })) {
          yield {
            users: items.map(({ userId, email, metadata }) => ({
              userId,
              ...(email !== undefined && { email }),
              ...(metadata !== undefined && { metadata }),
            })),
            unreadable: 0,
            ...next,
          };
        }
      },
    };
  }

  function apply(entry: LimitEntry, caller: Caller): AppliedLimit {
    consumption.runUntil(clock.now());
    const applied = { ...caller, ...entry, atMs: clock.now() };
    const key = entry.email.toLowerCase();
    limits.set(key, [...(limits.get(key) ?? []), applied]);
    return applied;
  }

  function limitWriter(caller: Caller): LimitWriter {
    return {
      async setLimits(entries) {
        const fault = platform.putFaults.shift();
        const emails = new Set(present().flatMap(({ email }) => email?.toLowerCase() ?? []));
        const isRefused = entries.some(({ email }) => platform.poisonous.has(email));
        const accepted = entries.filter(
          ({ email }) =>
            emails.has(email.toLowerCase()) && !platform.brokenRows.has(email) && !isRowError(fault, email),
        );
        const reached = isRefused ? [] : reachedBy(fault, accepted);
        const put = { ...caller, entries, applied: reached.map((entry) => apply(entry, caller)) };
        puts.push(put);
        platform.watchers.forEach((watch) => watch(put));
        return answerOf(fault, { entries, accepted, isRefused });
      },
    };
  }
}

function reportOf(members: readonly Member[], day: Day, truth: ReadonlyMap<string, number>): ReportedDay {
  const rows = members.flatMap((member) => {
    const credits = truth.get(member.userId) ?? 0;
    const email = member.analyticsEmail === undefined ? (member.email ?? null) : member.analyticsEmail;
    return credits === 0 ? [] : [{ userId: member.analyticsId ?? member.userId, email, credits }];
  });
  return { day, totalCredits: rows.reduce((sum, row) => sum + row.credits, 0), rows, unreadable: [] };
}

function reachedBy(fault: PutFault | undefined, accepted: readonly LimitEntry[]): readonly LimitEntry[] {
  switch (fault?.kind) {
    case 'silent':
    case 'key-refused':
      return [];
    case 'half-applied-then-silent':
      return accepted.slice(0, Math.ceil(accepted.length / 2));
    case 'applied-then-silent':
    case 'row-errors':
    case 'rows-missing':
    case undefined:
      return accepted;
  }
}

function answerOf(
  fault: PutFault | undefined,
  put: { entries: readonly LimitEntry[]; accepted: readonly LimitEntry[]; isRefused: boolean },
): BatchOutcome {
  if (fault?.kind === 'key-refused') {
    throw new PlatformRefusedError('401: the platform refuses the key');
  }
  if (fault?.kind === 'silent' || fault?.kind === 'applied-then-silent' || fault?.kind === 'half-applied-then-silent') {
    return { kind: 'unknown', problem: 'the platform did not answer' };
  }
  if (put.isRefused) {
    return { kind: 'refused', problem: '400: the body is not valid' };
  }
  const accepted = new Set(put.accepted);
  const rows = put.entries.map((entry): RowOutcome => {
    if (fault?.kind === 'rows-missing' && fault.emails.includes(entry.email)) {
      return { kind: 'unknown', problem: 'the answer does not name this user' };
    }
    return accepted.has(entry) ? { kind: 'done' } : { kind: 'failed', problem: 'the platform refused this row' };
  });
  return { kind: 'answered', rows };
}

function isRowError(fault: PutFault | undefined, email: string): boolean {
  return fault?.kind === 'row-errors' && fault.emails.includes(email);
}

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: { readonly next?: string };
}

/** Pages of a list from one on; a list of nothing has one empty page. */
function pagesOf<T>(items: readonly T[], { size, from }: { size: number; from: number }): readonly PageOf<T>[] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => ({
    items: items.slice(index * size, (index + 1) * size),
    next: index === count - 1 ? {} : { next: String(index + 1) },
  })).slice(from);
}
