import type { Random } from '../../../emulator/state/random.ts';

/**
 * Faults of the platform that leave nothing behind once they are over: after them the same night can end as it would have.
 * Left out are those that change what is true (`restate-day`), what a person's limit rests on for the whole night
 * (`malformed`), and those that only take time (`timeout`, `slow`).
 */
const faults: readonly ((random: Random) => { readonly fault: string; readonly [parameter: string]: unknown })[] = [
  (random) => ({ fault: 'status', code: random.pick([500, 502, 503, 504]), times: random.integer(1, 8) }),
  () => ({ fault: 'status', code: 429, retryAfter: 1, times: 2 }),
  () => ({ fault: 'status', code: 403, times: 1 }),
  (random) => ({ fault: 'reset', times: random.integer(1, 8) }),
  (random) => ({ fault: 'truncate', times: random.integer(1, 4) }),
  (random) => ({ fault: 'empty', times: random.integer(1, 4) }),
  () => ({ fault: 'repeat-cursor', times: 3 }),
  () => ({ fault: 'lost-page', times: 1 }),
  () => ({ fault: 'duplicate-page', times: 1 }),
  () => ({ fault: 'extra-fields', times: 5 }),
  () => ({ fault: 'missing-fields', times: 1 }),
  () => ({ fault: 'late-day', times: 50 }),
  () => ({ fault: 'partial-errors', share: 0.5, times: 1 }),
  (random) => ({ fault: 'accept-then-fail', match: { method: 'PUT' }, times: random.integer(1, 6) }),
];

/** A drawn fault, as the emulator's side channel takes it: from one of the next calls on. */
export function drawFault(random: Random): object {
  const { match, ...fault } = random.pick(faults)(random);
  return { ...fault, match: match ?? { nth: random.integer(1, 5) } };
}
