import { dayOf, msPerDay } from '../kernel/time/day.ts';
import type { LimitRecord, SentLimit } from './limit-record.ts';

/** Whether a clock more than a day ahead wrote moments of a record. Smaller differences resolve by themselves. */
export function isAhead({ confirmed, unsettled, replaced = [] }: LimitRecord, nowMs: number): boolean {
  const moments = [
    ...(confirmed === undefined ? [] : [confirmed.answeredAt ?? confirmed.at]),
    ...unsettled.map(({ at }) => at),
    ...replaced.map(({ until }) => until),
  ];
  return moments.some((instant) => Date.parse(instant) > nowMs + msPerDay);
}

/** Returns a record in which an ISO instant replaces later moments: its events happened before. */
export function recordUntil(record: LimitRecord, now: string): LimitRecord {
  const [nowMs, today] = [Date.parse(now), dayOf(Date.parse(now))];
  const until = (instant: string): string => (Date.parse(instant) > nowMs ? now : instant);
  const sentUntil = ({ answeredAt, ...sent }: SentLimit): SentLimit => {
    return { ...sent, at: until(sent.at), answeredAt: answeredAt === undefined ? undefined : until(answeredAt) };
  };
  const { confirmed, unsettled, replaced, counted, stoppedDays, failure } = record;
  return {
    ...record,
    confirmed: confirmed && sentUntil(confirmed),
    unsettled: unsettled.map(sentUntil),
    replaced: replaced?.map((limit) => ({ ...limit, from: until(limit.from), until: until(limit.until) })),
    counted: counted?.map((change) => ({ ...change, at: until(change.at) })),
    stoppedDays: stoppedDays?.filter((day) => day <= today),
    failure: failure && { ...failure, lastNight: failure.lastNight > today ? today : failure.lastNight },
  };
}
