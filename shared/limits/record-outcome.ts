import { isPoolScope } from '../budgets/scope.ts';
import type { SetCap } from '../caps/cap.ts';
import { isStrictPool } from '../caps/shares/user-pools.ts';
import { isWindowStart } from '../kernel/runs/run-id.ts';
import { type Day, msPerDay } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import {
  noneUnsettled,
  type CountedChange,
  type LimitRecord,
  type RowOutcome,
  type SentLimit,
  type ReplacedLimit,
} from './limit-record.ts';
import { isMovedByTurn, type WindowTurn } from './window-turn.ts';

/** Returns the record to store before a limit is sent: from then on it may be in force. */
export function recordAttempt(
  before: LimitRecord | undefined,
  change: SetCap,
  sent: Omit<SentLimit, 'limitCredits'>,
): LimitRecord {
  const known = sentElsewhere(before, change.email);
  const unsettled = known?.unsettled ?? [];
  const isListed = unsettled.some(({ limitCredits, to }) => limitCredits === change.limitCredits && to === undefined);
  const { at, runId } = sent;
  const attempt = { limitCredits: change.limitCredits, at, runId, ...decidedOn(change), ...termsAfter(known, change) };
  return {
    ...known,
    userId: change.userId,
    email: change.email,
    unsettled: isListed ? unsettled : [...unsettled, attempt],
  };
}

function sentElsewhere(record: LimitRecord | undefined, email: string): LimitRecord | undefined {
  if (record === undefined || emailKey(record.email) === emailKey(email)) {
    return record;
  }
  const { email: to, confirmed, unsettled, replaced } = record;
  return {
    ...record,
    unsettled: unsettled.map((sent) => ({ ...sent, to: sent.to ?? to })),
    confirmed: confirmed && { ...confirmed, to: confirmed.to ?? to },
    replaced: replaced?.map((ended) => ({ ...ended, to: ended.to ?? to })),
  };
}

function decidedOn({ binding }: SetCap) {
  if (binding === undefined) {
    return {};
  }
  const { usedCredits, pools, window } = binding;
  return pools === undefined ? { usedCredits, window } : { usedCredits, pools, window };
}

/** A change that no admin setting decided keeps what decided before. */
function termsAfter(before: LimitRecord | undefined, { terms = before?.confirmed?.terms }: SetCap) {
  return terms === undefined ? {} : { terms };
}

/** Returns the record to store once the outcome of a sent limit is known, or known to be unknown. */
export function recordOutcome(
  before: LimitRecord | undefined,
  change: SetCap,
  result: {
    readonly sent: Omit<SentLimit, 'limitCredits'>;
    readonly settledAt?: string;
    readonly night: Day;
    /** Days until a known day is settled: limits are kept for as long as data may count as unknown. */
    readonly settleDays: number;
    /** ISO instant up to which the data is known: limits that ended later are never dropped. */
    readonly knownUntil?: string | undefined;
    readonly turn?: WindowTurn;
    readonly outcome: RowOutcome;
  },
): LimitRecord {
  const { sent, settledAt = sent.at, night, settleDays, knownUntil, turn, outcome } = result;
  const { userId, email, limitCredits } = change;
  switch (outcome.kind) {
    case 'done': {
      // Sending again is no change: the record keeps the run that decided the limit, and its use.
      const renewed = change.reason === 'renewed' ? before?.confirmed : undefined;
      const fresh: SentLimit = { limitCredits, at: sent.at, runId: sent.runId, ...decidedOn(change) };
      const { to: _to, answeredAt: _at, ...decided } = { ...(renewed ?? fresh), ...termsAfter(before, change) };
      const replaced = replacedAt(sentElsewhere(before, email), settledAt, { knownUntil, settleDays });
      const counted = countedAfter(before, change, { ...sent, pools: (renewed ?? fresh).pools, turn });
      return {
        userId,
        email,
        confirmed: { ...decided, at: sent.at, ...(settledAt !== sent.at && { answeredAt: settledAt }) },
        unsettled: noneUnsettled,
        ...(replaced.length > 0 && { replaced }),
        ...(counted.length > 0 && { counted }),
        stoppedDays: before?.stoppedDays,
      };
    }
    case 'unknown':
      return recordAttempt(before, change, sent);
    case 'failed': {
      const earlier = before?.failure;
      const nights = earlier?.lastNight === night ? earlier.nights : (earlier?.nights ?? 0) + 1;
      const known = sentElsewhere(before, email);
      return {
        ...known,
        userId,
        email,
        // A refused limit is not applied: what may have been in force before may still be.
        unsettled: known?.unsettled ?? [],
        failure: { limitCredits, problem: outcome.problem, nights, lastNight: night },
      };
    }
  }
}

const countedMs = msPerDay;
/** Of more changes in a day the first ones count, and the latest. */
const countedMax = 24;

/** Changes that a guard counts: not those of a window start, nor of use alone under unchanged terms. */
function countedAfter(
  before: LimitRecord | undefined,
  change: SetCap,
  {
    at,
    runId,
    pools,
    turn,
  }: {
    readonly at: string;
    readonly runId: string;
    readonly pools: string | undefined;
    readonly turn: WindowTurn | undefined;
  },
): readonly CountedChange[] {
  const was = before?.confirmed;
  const { limitCredits } = change;
  if (isWindowStart(runId) || turn?.isDone === false) {
    return [];
  }
  const kept = (before?.counted ?? []).filter((each) => Date.parse(each.at) > Date.parse(at) - countedMs);
  // What a strict pool takes from its members keeps its guarantee and needs no approval.
  const isTaken =
    change.binding !== undefined && isStrictPool(change.binding) && limitCredits < (was?.limitCredits ?? 0);
  const isUse =
    change.binding !== undefined && isPoolScope(change.binding.scope) && pools !== undefined && pools === was?.pools;
  const { binding } = change;
  const isOfTurn =
    was !== undefined &&
    isMovedByTurn({ ...termsAfter(before, change), ...(binding && { binding }) }, was, { at, from: turn?.from });
  if (was === undefined || was.limitCredits === limitCredits || isUse || isTaken || isOfTurn) {
    return kept;
  }
  const { usedCredits } = was;
  const one = { at, limitCredits: was.limitCredits, usedCredits };
  return kept.length < countedMax ? [...kept, one] : kept;
}

/** Longer than data is ever late, and than a limit is in force before it is sent again. */
const keptDaysMin = 9;
/** Edits may replace a limit many times a day; the oldest are then merged into one with the highest amount. */
const keptMax = 40;

/** Returns the replaced limits to store, for as long as data may count as unknown: a late day needs its limits. */
export function replacedAt(
  before: LimitRecord | undefined,
  until: string,
  { settleDays, knownUntil = until }: { readonly settleDays: number; readonly knownUntil?: string | undefined },
): readonly ReplacedLimit[] {
  const oldestMs = Date.parse(until) - (keptDaysMin + settleDays) * msPerDay;
  const keptFromMs = Math.min(oldestMs, Date.parse(knownUntil) - msPerDay);
  const earlier = (before?.replaced ?? []).filter((limit) => Date.parse(limit.until) > keptFromMs);
  const confirmed = before?.confirmed === undefined ? [] : [endedAt(before.confirmed, until)];
  const unknown = (before?.unsettled ?? []).map((sent) => ({ ...endedAt(sent, until), isUnknown: true as const }));
  const ended = [...confirmed, ...unknown];
  // `concat` allocates the exact length; a spread list has spare capacity, in every user's record.
  const all = earlier.concat(ended);
  return all.length <= keptMax ? all : [asOne(all.slice(0, all.length - keptMax + 1)), ...all.slice(1 - keptMax)];
}

function endedAt({ limitCredits, at, to }: SentLimit, until: string): ReplacedLimit {
  return { limitCredits, from: at, until, to };
}

function asOne(limits: readonly ReplacedLimit[]): ReplacedLimit {
  return limits.reduce((one, { limitCredits, from, until }) => ({
    ...one,
    limitCredits: Math.max(one.limitCredits, limitCredits),
    from: from < one.from ? from : one.from,
    until: until > one.until ? until : one.until,
  }));
}
