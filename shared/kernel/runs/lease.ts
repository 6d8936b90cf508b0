/** The right to be the only writer under a name, until an instant. `fence` rises with every acquisition. */
export interface Lease {
  readonly name: string;
  readonly owner: string;
  readonly fence: number;
  readonly expiresAtMs: number;
}

/** A row for the order of runs that Curfew would not have written. */
export interface Tampering {
  readonly name: string;
  readonly foundAtMs: number;
  readonly found: string;
}

export interface LeaseClaim {
  readonly name: string;
  readonly owner: string;
  readonly nowMs: number;
  readonly durationMs: number;
}

/** In `held`, `repaired`, if set, replaces a row that no one can hold. */
type LeaseDecision =
  | { readonly kind: 'acquired'; readonly lease: Lease; readonly tampering?: Tampering }
  | { readonly kind: 'held'; readonly untilMs: number; readonly repaired?: Lease; readonly tampering?: Tampering };

export const leaseDurationMaxMs = 15 * 60_000;

/** How far the clocks of two runs may differ before a lease's end counts as forged. */
const clockSkewMaxMs = 5 * 60_000;

/** How far a fence may be ahead of the clock: fences derive from clocks, which may be hours off. */
export const fenceAheadMaxMs = 2 * 60 * 60_000;

/** Returns the highest fence that a run can have written, even with a wrong clock; a higher one is forged. */
export function highestFence(nowMs: number): number {
  return nowMs + 2 * fenceAheadMaxMs;
}

const ownerCharsMax = 200;
const shownCharsMax = 60;

/**
 * Decides about a lease from its table row, which any run may have written.
 *
 * The fence is at least the clock in milliseconds, so that it rises even after someone has set it back: no write is
 * refused for longer than a clock can be off. An end further away than the longest lease is not believed. Yet the row
 * is not taken over at once: a real holder may be in the middle of a write, and renews within the longest duration. So
 * the row is repaired to end after that, and a holder continues with its owner and fence.
 */
export function decideLease(stored: Readonly<Record<string, unknown>> | undefined, claim: LeaseClaim): LeaseDecision {
  const { name, owner, nowMs, durationMs } = claim;
  if (stored === undefined) {
    return { kind: 'acquired', lease: { name, owner, fence: Math.max(1, nowMs), expiresAtMs: nowMs + durationMs } };
  }
  const row = readRow(stored, nowMs);
  const tampering = tamperingIn(name, stored, { row, nowMs });
  if (row.owner === owner && row.fence !== undefined) {
    return {
      kind: 'acquired',
      lease: { name, owner, fence: row.fence, expiresAtMs: nowMs + durationMs },
      ...tampering,
    };
  }
  const untilMs = row.expiresAtMs ?? nowMs + leaseDurationMaxMs;
  if (untilMs > nowMs) {
    const repaired = {
      name,
      owner: row.owner ?? 'nobody',
      fence: row.fence ?? Math.max(1, nowMs),
      expiresAtMs: untilMs,
    };
    return { kind: 'held', untilMs, ...(tampering.tampering !== undefined && { repaired, ...tampering }) };
  }
  const fence = Math.max((row.fence ?? 0) + 1, nowMs);
  return { kind: 'acquired', lease: { name, owner, fence, expiresAtMs: nowMs + durationMs }, ...tampering };
}

/** Returns the lease that replaces a properly released row; undefined for any other row. */
export function takeGivenBack(
  stored: Readonly<Record<string, unknown>> | undefined,
  { name, owner, nowMs, durationMs }: LeaseClaim,
): Lease | undefined {
  const row = stored === undefined ? undefined : readRow(stored, nowMs);
  const isGivenBack = row?.owner !== undefined && row.expiresAtMs === 0 && row.fence !== undefined && row.fence < nowMs;
  return isGivenBack ? { name, owner, fence: nowMs, expiresAtMs: nowMs + durationMs } : undefined;
}

export function isLeaseFree(
  stored: Readonly<Record<string, unknown>> | undefined,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): boolean {
  return decideLease(stored, { name, owner: '', nowMs, durationMs: 0 }).kind === 'acquired';
}

interface LeaseRow {
  readonly owner: string | undefined;
  readonly fence: number | undefined;
  readonly expiresAtMs: number | undefined;
}

function readRow({ owner, fence, expiresAtMs }: Readonly<Record<string, unknown>>, nowMs: number): LeaseRow {
  const isOwner = typeof owner === 'string' && owner !== '' && owner.length <= ownerCharsMax;
  return {
    owner: isOwner ? owner : undefined,
    fence: wholeNumber(fence, 1, Math.max(1, nowMs) + fenceAheadMaxMs),
    expiresAtMs: wholeNumber(expiresAtMs, 0, nowMs + leaseDurationMaxMs + clockSkewMaxMs),
  };
}

function wholeNumber(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && min <= value && value <= max ? value : undefined;
}

function tamperingIn(
  name: string,
  stored: Readonly<Record<string, unknown>>,
  { row, nowMs }: { readonly row: LeaseRow; readonly nowMs: number },
): { readonly tampering?: Tampering } {
  const odd = (['owner', 'fence', 'expiresAtMs'] as const).filter((field) => row[field] === undefined);
  return odd.length === 0 ? {} : { tampering: { name, foundAtMs: nowMs, found: describeFields(stored, odd) } };
}

/** Formats the named fields of a row in one line; they may hold anything. */
export function describeFields(stored: Readonly<Record<string, unknown>>, fields: readonly string[]): string {
  return fields.map((field) => `${field} ${shown(stored[field])}`).join(', ');
}

function shown(value: unknown): string {
  if (value === undefined) {
    return 'is missing';
  }
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
  const text = isPlain ? String(value) : `a ${value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value}`;
  const printable = text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return `is ${JSON.stringify(printable.length <= shownCharsMax ? printable : `${printable.slice(0, shownCharsMax)}…`)}`;
}
