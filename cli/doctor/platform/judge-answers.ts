import { type CheckResult, ok } from '../check.ts';
import type { PlatformWatch } from './platform-watch.ts';

type Seen = Pick<PlatformWatch, 'missing' | 'empty' | 'unreadable' | 'unknownFields'>;

/**
 * Answers against platform-api.md. A documented field that no item has is a failure, and so is a row that cannot be
 * read; fields beyond the document are let through, as every reader lets them through, and named.
 */
export function judgeAnswers(seen: Seen): CheckResult {
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
