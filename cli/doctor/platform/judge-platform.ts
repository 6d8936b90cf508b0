import { grouped } from '../../../shared/kernel/texts/grouped.ts';
import { isBeyond } from '../../../shared/kernel/time/clock-skew.ts';
import { type CheckResult, ok, type Figures, failed, warning } from '../check.ts';
import type { PlatformWatch } from './platform-watch.ts';

/**
 * Answers against platform-api.md. A documented field that no item has is a failure, and so is a row that cannot be
 * read; fields beyond the document are let through, as every reader lets them through, and named.
 */
export function judgeAnswers(
  seen: Pick<PlatformWatch, 'missing' | 'empty' | 'unreadable' | 'unknownFields'>,
): CheckResult {
  const missing = seen.missing();
  const facts = [
    ...(seen.unknownFields.size === 0
      ? []
      : [`beyond the document, and let through: ${listed([...seen.unknownFields])}`]),
    ...seen.empty().map((endpoint) => `${endpoint} had no items, so nothing is known of its fields`),
  ];
  if (missing.length === 0 && seen.unreadable.size === 0) {
    return ok(facts);
  }
  const needed = missing.filter(({ isNeeded }) => isNeeded);
  const problems = [
    ...[...seen.unreadable].map(([endpoint, problem]) => `${endpoint}: ${problem}`),
    ...(missing.length === 0
      ? []
      : [`missing: ${listed(missing.map(({ endpoint, field }) => `${endpoint} ${field}`))}`]),
  ];
  const remedy =
    needed.length > 0 || seen.unreadable.size > 0
      ? 'Curfew cannot do without: ask the platform’s support whether the interface has changed, and wait with the deployment'
      : 'Curfew can do without, and what is made from it stays empty: ask the platform’s support whether the interface has changed';
  return { kind: 'failed', problem: problems.join('; '), remedy, facts };
}

const listedMax = 12;

function listed(names: readonly string[]): string {
  const more = names.length - listedMax;
  return [...names.slice(0, listedMax), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** How many calls were made, what the platform said of its limits, and how often it wanted fewer calls. */
export function describeRate({
  calls,
  limitHeaders,
  refusedForRate,
  longestWaitMs,
}: Pick<PlatformWatch, 'calls' | 'limitHeaders' | 'refusedForRate' | 'longestWaitMs'>): [readonly string[], Figures] {
  const count = [...calls.values()].reduce((sum, each) => sum + each, 0);
  const headers = [...limitHeaders].map(([name, value]) => `${name}: ${value}`);
  return [
    [
      `${grouped(count)} calls`,
      refusedForRate === 0
        ? 'never asked to slow down (429)'
        : `asked to slow down (429) ${refusedForRate} times; the longest wait was ${(longestWaitMs / 1000).toFixed(1)} s`,
      ...(headers.length === 0 ? [] : [`headers on limits: ${headers.join(', ')}`]),
    ],
    { calls: count, refusedForRate },
  ];
}

/** Less is nothing to speak of. */
const okMsMax = 5_000;

const remedy = 'set the clock of this machine (UTC), best by NTP: days and windows are counted by it';

/** Judges by how much the platform's clock is surely ahead of this machine's; undefined when no answer says. */
export function judgeClock(aheadMs: number | undefined, toleranceMs: number): CheckResult {
  if (aheadMs === undefined) {
    return { kind: 'skipped', reason: 'no answer of the platform had a Date' };
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const problem = `this machine’s clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the platform’s`;
  if (isBeyond(aheadMs, toleranceMs)) {
    return failed(problem, remedy);
  }
  return isBeyond(aheadMs, okMsMax) ? warning(problem, remedy) : ok([`${seconds} s apart at least`]);
}
