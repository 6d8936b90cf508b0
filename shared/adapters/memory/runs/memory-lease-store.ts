import type { LeaseStore } from '../../../application/runs/ports.ts';
import { decideLease, type Lease, type Tampering } from '../../../domain/runs/lease.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** The rows that keep runs in order, with what was found out of order in them; anybody may have written them. */
export type MemoryOrderRows = Map<string, Readonly<Record<string, unknown>>>;

/** Leases in memory, with the semantics of `dynamoLeaseStore`. */
export function memoryLeaseStore(rows: MemoryOrderRows = new Map()): LeaseStore {
  function isHolder({ name, owner, fence }: Lease): boolean {
    const stored = rows.get(name);
    return stored?.['owner'] === owner && stored['fence'] === fence;
  }

  return {
    async acquire(name, claim) {
      const decision = decideLease(rows.get(name), { name, ...claim });
      const put = decision.kind === 'acquired' ? decision.lease : decision.repaired;
      if (put !== undefined) {
        putRow(rows, put, decision.tampering);
      }
      return decision.kind === 'acquired'
        ? { kind: 'acquired', lease: decision.lease }
        : { kind: 'held', untilMs: decision.untilMs, ...(put !== undefined && { isRepaired: true }) };
    },
    async renew(lease, { nowMs, durationMs }) {
      if (!isHolder(lease)) {
        return undefined;
      }
      const renewed = { ...storedCopy(lease), expiresAtMs: nowMs + durationMs };
      putRow(rows, renewed);
      return renewed;
    },
    async release(lease) {
      if (isHolder(lease)) {
        // The fence stays, so that the next owner gets a higher one.
        putRow(rows, { ...lease, expiresAtMs: 0 });
      }
    },
    async tampered() {
      const found = [...rows.values()].flatMap(({ tampering }) =>
        tampering === undefined ? [] : [tampering as Tampering],
      );
      return sortedBy(found, ({ name }) => name);
    },
  };
}

/** Puts a row; what was found in its place before stays with it. */
export function putRow(
  rows: MemoryOrderRows,
  row: Lease | Readonly<Record<string, unknown> & { name: string }>,
  found?: Tampering,
): void {
  const tampering = found ?? rows.get(row.name)?.['tampering'];
  rows.set(row.name, { ...storedCopy(row), ...(tampering !== undefined && { tampering }) });
}
