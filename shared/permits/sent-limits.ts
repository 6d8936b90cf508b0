import type { LimitRecord, ReplacedLimit } from '../limits/limit-record.ts';
import { addressOf, type Sent } from '../promise/facts.ts';

/** Returns what was sent to each address, from all records: a limit is identified by its address, not by its record. */
export function sentByAddress(records: readonly LimitRecord[]): ReadonlyMap<string, readonly Sent[]> {
  const byAddress = new Map<string, Sent[]>();
  for (const record of records) {
    // Each was sent after those before it, even if no clock has moved since.
    let lastMs = -Infinity;
    for (const { to = record.email, credits, sentMs, answeredMs: ms, outcome } of sentIn(record)) {
      lastMs = Math.max(sentMs, lastMs + 1);
      const sent = { credits, sentMs: lastMs, answeredMs: Math.max(lastMs, ms), outcome };
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

/** Every limit that may have been in force. The first confirmed one is assumed to be answered at once. */
function sentIn({ confirmed, unsettled, replaced = [] }: LimitRecord): readonly (Sent & SentTo)[] {
  const past = replaced.map(({ limitCredits, from, to, isUnknown }, index) => ({
    credits: limitCredits,
    sentMs: Date.parse(from),
    answeredMs: answeredMs(replaced, index),
    outcome: isUnknown === true ? ('unknown' as const) : ('confirmed' as const),
    to,
  }));
  const open = (confirmed === undefined ? unsettled : [confirmed, ...unsettled]).map((sent) => ({
    credits: sent.limitCredits,
    sentMs: Date.parse(sent.at),
    answeredMs: Date.parse(sent === confirmed ? (sent.answeredAt ?? replaced.at(-1)?.until ?? sent.at) : sent.at),
    outcome: sent === confirmed ? ('confirmed' as const) : ('unknown' as const),
    to: sent.to,
  }));
  return past.length === 0 ? open : [...past, ...open];
}

/** Set if it is not the record's address. */
interface SentTo {
  readonly to: string | undefined;
}

/** A replaced limit was answered at the end of those before it. */
function answeredMs(replaced: readonly ReplacedLimit[], index: number): number {
  const own = replaced[index];
  const sentMs = Date.parse(own?.from ?? '');
  const before = replaced.slice(0, index).findLast(({ until }) => until !== own?.until);
  const endedMs = before === undefined ? sentMs : Date.parse(before.until);
  return Math.max(sentMs, endedMs);
}
