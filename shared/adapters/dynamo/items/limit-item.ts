import * as z from 'zod';

import { windowKinds } from '../../../domain/budgets/window.ts';
import { noneUnsettled, type LimitRecord, type ReplacedLimit } from '../../../domain/limits/limit-record.ts';
import type { Item } from './stored-item.ts';

const sent = {
  limitCredits: z.int().min(0),
  at: z.string(),
  runId: z.string(),
  usedCredits: z.int().min(0).exactOptional(),
  pools: z.string().exactOptional(),
  terms: z.string().exactOptional(),
  window: z.enum(windowKinds).exactOptional(),
  to: z.string().exactOptional(),
};

/** How a limit that was ended is written where there is more to say of it, and was written before. */
const ReplacedItem = z.object({
  limitCredits: z.int().min(0),
  from: z.string(),
  until: z.string(),
  isUnknown: z.literal(true).exactOptional(),
  to: z.string().exactOptional(),
});

/** A limit record, flat where it can be, so that a table viewer shows it in columns. */
export const LimitItem = z
  .object({
    userId: z.string().min(1),
    email: z.string(),
    confirmedCredits: sent.limitCredits.exactOptional(),
    confirmedAt: sent.at.exactOptional(),
    confirmedRunId: sent.runId.exactOptional(),
    confirmedUsedCredits: sent.usedCredits,
    confirmedPools: sent.pools,
    confirmedTerms: sent.terms,
    confirmedWindow: sent.window,
    confirmedAnsweredAt: z.string().exactOptional(),
    confirmedTo: sent.to,
    unsettled: z.array(z.object(sent)),
    /** Credits, and two moments in Unix milliseconds each: as objects they would be most of the item. */
    replaced: z.array(z.union([z.tuple([z.int().min(0), z.int(), z.int()]), ReplacedItem])).exactOptional(),
    /** The moment in Unix milliseconds, the limit, and the use where it is known. */
    counted: z.array(z.tuple([z.int(), z.int().min(0), z.int().nullable()])).exactOptional(),
    stoppedDays: z.array(z.string()).exactOptional(),
    failureProblem: z.string().exactOptional(),
    failureNights: z.int().min(0).exactOptional(),
    failureLastNight: z.string().exactOptional(),
    failureCredits: z.number().exactOptional(),
    fence: z.int().min(0),
  })
  .refine((item) => areTogether(item.confirmedCredits, item.confirmedAt, item.confirmedRunId), {
    error: 'confirmedCredits, confirmedAt and confirmedRunId must be given together or not at all',
  })
  .refine((item) => areTogether(item.failureProblem, item.failureNights, item.failureLastNight), {
    error: 'failureProblem, failureNights and failureLastNight must be given together or not at all',
  });

export function limitItemOf(record: LimitRecord, fence: number): Item {
  const { confirmed, failure, replaced, counted, ...flat } = record;
  return {
    ...flat,
    ...(replaced && {
      replaced: replaced.map((ended) =>
        ended.isUnknown === true || ended.to !== undefined
          ? ended
          : [ended.limitCredits, Date.parse(ended.from), Date.parse(ended.until)],
      ),
    }),
    ...(counted && {
      counted: counted.map(({ at, limitCredits, usedCredits = null }) => [Date.parse(at), limitCredits, usedCredits]),
    }),
    ...(confirmed && {
      confirmedCredits: confirmed.limitCredits,
      confirmedAt: confirmed.at,
      confirmedRunId: confirmed.runId,
      ...(confirmed.usedCredits !== undefined && { confirmedUsedCredits: confirmed.usedCredits }),
      ...(confirmed.pools !== undefined && { confirmedPools: confirmed.pools }),
      ...(confirmed.terms !== undefined && { confirmedTerms: confirmed.terms }),
      ...(confirmed.window !== undefined && { confirmedWindow: confirmed.window }),
      ...(confirmed.answeredAt !== undefined && { confirmedAnsweredAt: confirmed.answeredAt }),
      ...(confirmed.to !== undefined && { confirmedTo: confirmed.to }),
    }),
    ...(failure && {
      failureProblem: failure.problem,
      failureNights: failure.nights,
      failureLastNight: failure.lastNight,
      ...(failure.limitCredits !== undefined && { failureCredits: failure.limitCredits }),
    }),
    fence,
  };
}

/** Texts of which the records of a night hold the same few hundreds of thousands of times: each is one in memory. */
interface SharedTexts {
  ofInstant(ms: number): string;
  of(text: string): string;
}

export function sharedTexts(): SharedTexts {
  const instants = new Map<number, string>();
  const texts = new Map<string, string>();
  return {
    ofInstant(ms) {
      const text = instants.get(ms) ?? new Date(ms).toISOString();
      instants.set(ms, text);
      return text;
    },
    of(text) {
      const known = texts.get(text);
      if (known === undefined) {
        texts.set(text, text);
      }
      return known ?? text;
    },
  };
}

export function limitRecordOf(item: z.output<typeof LimitItem>, texts: SharedTexts): LimitRecord {
  const {
    confirmedCredits,
    confirmedAt,
    confirmedRunId,
    confirmedUsedCredits: usedCredits,
    confirmedPools: pools,
    confirmedTerms: terms,
    confirmedWindow: window,
    confirmedAnsweredAt: answeredAt,
    confirmedTo: to,
  } = item;
  const { failureProblem, failureNights, failureLastNight, failureCredits } = item;
  const isConfirmed = confirmedCredits !== undefined && confirmedAt !== undefined && confirmedRunId !== undefined;
  const hasFailure = failureProblem !== undefined && failureNights !== undefined && failureLastNight !== undefined;
  return {
    userId: item.userId,
    email: item.email,
    unsettled: item.unsettled.length === 0 ? noneUnsettled : item.unsettled,
    ...(item.replaced !== undefined && {
      replaced: item.replaced.map((ended) => (Array.isArray(ended) ? replacedOf(ended, texts) : ended)),
    }),
    ...(item.counted !== undefined && {
      counted: item.counted.map(([atMs, limitCredits, usedCredits]) => ({
        at: texts.ofInstant(atMs),
        limitCredits,
        ...(usedCredits !== null && { usedCredits }),
      })),
    }),
    ...(item.stoppedDays !== undefined && { stoppedDays: item.stoppedDays }),
    ...(isConfirmed && {
      confirmed: {
        limitCredits: confirmedCredits,
        at: texts.of(confirmedAt),
        runId: texts.of(confirmedRunId),
        ...(usedCredits !== undefined && { usedCredits }),
        ...(pools !== undefined && { pools: texts.of(pools) }),
        ...(terms !== undefined && { terms: texts.of(terms) }),
        ...(window !== undefined && { window }),
        ...(answeredAt !== undefined && { answeredAt: texts.of(answeredAt) }),
        ...(to !== undefined && { to }),
      },
    }),
    ...(hasFailure && {
      failure: {
        problem: failureProblem,
        nights: failureNights,
        lastNight: failureLastNight,
        ...(failureCredits !== undefined && { limitCredits: failureCredits }),
      },
    }),
  };
}

function replacedOf(
  [limitCredits, fromMs, untilMs]: readonly [number, number, number],
  texts: SharedTexts,
): ReplacedLimit {
  return { limitCredits, from: texts.ofInstant(fromMs), until: texts.ofInstant(untilMs) };
}

function areTogether(...parts: readonly unknown[]): boolean {
  const missing = parts.filter((part) => part === undefined).length;
  return missing === 0 || missing === parts.length;
}
