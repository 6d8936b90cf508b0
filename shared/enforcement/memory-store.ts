import { storedCopy } from '../kernel/contract/stored-copy.ts';
import { invariant } from '../kernel/invariant.ts';
import { highestFence } from '../kernel/runs/lease.ts';
import { FencedOffError, type Clock } from '../kernel/runs/ports.ts';
import { systemClock } from '../kernel/runtime/system-clock.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { daysOf, type Day } from '../kernel/time/day.ts';
import type { LedgerDay, LedgerRow } from '../ledger/ledger-day.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { noLiveState, type LiveState, type StoredFloat } from '../live/live-state.ts';
import type { LiveStore } from '../live/ports.ts';
import type { RunningLow } from '../live/running-low.ts';
import type { SeenPerson } from '../live/totals/seen-days.ts';
import type { SessionTotal } from '../live/totals/session-total.ts';
import type { KnownUser } from '../roster/person.ts';
import { newestFirst, type HeldPlan } from './held-plan.ts';
import type { PlanStore, UserStore, LimitStore, LedgerStore } from './ports.ts';

/** `dynamoPlanStore` in memory. */
export function memoryPlanStore(): PlanStore {
  const plans = new Map<string, HeldPlan>();
  let latest: string | undefined;

  async function put(plan: HeldPlan): Promise<void> {
    invariant(plan.planId !== '', 'a held plan has an id');
    plans.set(plan.planId, storedCopy(plan));
  }

  return {
    async find(planId) {
      return storedCopy(plans.get(planId));
    },
    put,
    async hold(plan) {
      await put(plan);
      latest = plan.planId;
    },
    async latest() {
      return latest === undefined ? undefined : storedCopy(plans.get(latest));
    },
    async list() {
      return newestFirst([...plans.values()].map(storedCopy));
    },
  };
}

/** `dynamoUserStore` in memory. */
export function memoryUserStore(): UserStore {
  const users = new Map<string, KnownUser>();

  return {
    async list() {
      return storedCopy(sortedBy(users.values(), ({ userId }) => userId));
    },
    async put(changed) {
      for (const user of changed) {
        invariant(user.userId !== '', 'a known user has an id');
        users.set(user.userId, storedCopy(user));
      }
    },
  };
}

/** `dynamoLiveStore` in memory. */
export function memoryLiveStore(): LiveStore {
  const sessions = new Map<string, SessionTotal>();
  const seen = new Map<string, SeenPerson>();
  let state: LiveState = noLiveState;
  let float: StoredFloat | undefined;
  let low: RunningLow | undefined;

  return {
    readState: async () => storedCopy(state),
    async putState(given) {
      state = storedCopy(given);
    },
    readFloat: async () => storedCopy(float),
    async putFloat(given) {
      float = storedCopy(given);
    },
    readLow: async () => storedCopy(low),
    async putLow(given) {
      low = storedCopy(given);
    },
    listSessions: async () => storedCopy(sortedBy(sessions, ([id]) => id).map(([, session]) => session)),
    readSeen: async (userId) => storedCopy(seen.get(userId)),
    async putUsageSamples(people) {
      people.forEach((person) => seen.set(person.userId, storedCopy(person)));
    },
    async putSessions(some) {
      some.forEach((session) => sessions.set(session.sessionId, storedCopy(session)));
    },
  };
}

const recordsPerWrite = 100;

/** `dynamoLimitStore` in memory: batches of 100, each written whole. */
export function memoryLimitStore(clock: Clock = systemClock): LimitStore {
  const stored = new Map<string, { readonly record: LimitRecord; readonly fence: number }>();

  function putBatch(records: readonly LimitRecord[], fence: number): void {
    const newer = records.find(({ userId }) => {
      const there = stored.get(userId)?.fence ?? fence;
      return there > fence && there <= Math.max(fence, highestFence(clock.now()));
    });
    if (newer !== undefined) {
      throw new FencedOffError(`limits were written by a newer run than that with fence ${fence}`);
    }
    for (const record of records) {
      stored.set(record.userId, { record: storedCopy(record), fence });
    }
  }

  return {
    async list() {
      const records = [...stored.values()].map(({ record }) => record);
      return storedCopy(sortedBy(records, ({ userId }) => userId));
    },
    find: async (userId) => Promise.resolve(storedCopy(stored.get(userId)?.record)),
    async put(records, fence) {
      invariant(Number.isSafeInteger(fence) && fence >= 0, 'a fence is a whole number');
      const userIds = records.map(({ userId }) => userId);
      invariant(new Set(userIds).size === userIds.length, 'no user is twice in one write of limits');
      invariant(!userIds.includes(''), 'a limit record names its user');
      for (let index = 0; index < records.length; index += recordsPerWrite) {
        putBatch(records.slice(index, index + recordsPerWrite), fence);
      }
    },
  };
}

/** `dynamoLedgerStore` in memory. */
export function memoryLedgerStore(): LedgerStore {
  const days = new Map<Day, LedgerDay>();
  const rows = new Map<Day, Map<string, LedgerRow>>();

  return {
    async listDays({ from, through }) {
      const inRange = [...days.values()].filter(({ day }) => from <= day && day <= through);
      return storedCopy(sortedBy(inRange, ({ day }) => day));
    },
    async putDay(day) {
      days.set(day.day, storedCopy(day));
    },
    async readRows(day) {
      return storedCopy(sortedBy(rows.get(day)?.values() ?? [], ({ userId }) => userId));
    },
    async *readEach(wanted) {
      for (const day of wanted) {
        yield { day, rows: storedCopy(sortedBy(rows.get(day)?.values() ?? [], ({ userId }) => userId)) };
      }
    },
    async putRows(day, newRows) {
      const ofDay = rows.get(day) ?? new Map<string, LedgerRow>();
      for (const row of newRows) {
        invariant(row.userId !== '', 'a ledger row names its user');
        ofDay.set(row.userId, storedCopy(row));
      }
      rows.set(day, ofDay);
    },
    async readUser(userId, range) {
      return daysOf(range).flatMap((day) => {
        const row = rows.get(day)?.get(userId);
        return row === undefined ? [] : [{ day, credits: row.credits }];
      });
    },
  };
}
