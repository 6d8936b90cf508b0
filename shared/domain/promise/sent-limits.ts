import { addressOf, type Sent } from '../../promise/facts.ts';
import type { LimitRecord, ReplacedLimit } from '../limits/limit-record.ts';

/** What was sent to each address, by all records: a limit is known by its address, whoever's record it is in. */
export function sentByAddress(records: readonly LimitRecord[]): ReadonlyMap<string, readonly Sent[]> {
  const byAddress = new Map<string, Sent[]>();
  for (const record of records) {
    for (const { to = record.email, ...sent } of sentIn(record)) {
      const address = addressOf(to);
      const all = byAddress.get(address);
      if (all === undefined) {
        byAddress.set(address, [sent]);
      } else {
        all.push(sent);
      }
    }
  }
  return byAddress;
}

/**
 * Every value in a record that may have been in force. A confirmed limit was answered when those before it ended; of the
 * first nothing says when, and it is taken to have been at once.
 */
function sentIn({ confirmed, unsettled, replaced = [] }: LimitRecord): readonly (Sent & { readonly to?: string })[] {
  const past = replaced.map(({ limitCredits, from, to, isUnknown }, index) => ({
    credits: limitCredits,
    sentMs: Date.parse(from),
    answeredMs: answeredMs(replaced, index),
    outcome: isUnknown === true ? ('unknown' as const) : ('confirmed' as const),
    ...(to !== undefined && { to }),
  }));
  const open = (confirmed === undefined ? unsettled : [confirmed, ...unsettled]).map((sent) => ({
    credits: sent.limitCredits,
    sentMs: Date.parse(sent.at),
    answeredMs: Date.parse(sent === confirmed ? (sent.answeredAt ?? replaced.at(-1)?.until ?? sent.at) : sent.at),
    outcome: sent === confirmed ? ('confirmed' as const) : ('unknown' as const),
    ...(sent.to !== undefined && { to: sent.to }),
  }));
  // Each was sent after those before it, also where no clock has moved meanwhile.
  let lastMs = -Infinity;
  return [...past, ...open].map((sent) => {
    lastMs = Math.max(sent.sentMs, lastMs + 1);
    return { ...sent, sentMs: lastMs, answeredMs: Math.max(lastMs, sent.answeredMs) };
  });
}

/** When a limit that was replaced later was answered: at the end of those before it. */
function answeredMs(replaced: readonly ReplacedLimit[], index: number): number {
  const own = replaced[index];
  const sentMs = Date.parse(own?.from ?? '');
  const before = replaced.slice(0, index).findLast(({ until }) => until !== own?.until);
  const endedMs = before === undefined ? sentMs : Date.parse(before.until);
  return Math.max(sentMs, endedMs);
}
