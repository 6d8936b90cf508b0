import type { EnforcementPorts } from '../../shared/enforcement/use-cases/enforcement-work.ts';
import type { JournalEntry } from '../../shared/journal/journal-entry.ts';
import type { Lease } from '../../shared/kernel/runs/lease.ts';

/** Ways to take one guard out of a world, from outside: the code that relies on it stays as it is. */

/** Everybody gets the lease and keeps it; the fence still rises. */
export function withoutLease(ports: EnforcementPorts): EnforcementPorts {
  const { leases } = ports;
  return {
    ...ports,
    leases: {
      async acquire(name, claim) {
        const asked = await leases.acquire(name, claim);
        return asked.kind === 'acquired' ? asked : leases.acquire(name, { ...claim, nowMs: asked.untilMs });
      },
      renew: async (lease): Promise<Lease> => lease,
      release: async () => {},
      tampered: async () => leases.tampered(),
      isFree: async (name, nowMs) => leases.isFree(name, nowMs),
    },
  };
}

/** Records of limits are written whatever stands there. */
export function withoutFence(ports: EnforcementPorts): EnforcementPorts {
  const { limits } = ports;
  return { ...ports, limits: { ...limits, put: async (records) => limits.put(records, Number.MAX_SAFE_INTEGER) } };
}

/** A mail may be moved on by everybody, whatever state it is in. */
export function withoutOutboxClaim(ports: EnforcementPorts): EnforcementPorts {
  const { outbox } = ports;
  return {
    ...ports,
    outbox: {
      ...outbox,
      async move(mailId, seen, next) {
        await outbox.move(mailId, seen, next);
        return true;
      },
    },
  };
}

/** A limit is sent without being written down first. */
export function withoutAttempts(ports: EnforcementPorts): EnforcementPorts {
  const { limits } = ports;
  return {
    ...ports,
    limits: {
      ...limits,
      async put(records, fence) {
        const settled = records.filter((record) => record.unsettled.length === 0);
        return limits.put(settled, fence);
      },
    },
  };
}

/** What the journal is told of caps comes only after they are recorded as confirmed. */
export function withJournalLast(ports: EnforcementPorts): EnforcementPorts {
  const { journal, limits } = ports;
  const late: JournalEntry[] = [];
  return {
    ...ports,
    journal: {
      ...journal,
      async append(entries) {
        late.push(...entries.filter(({ kind }) => kind.startsWith('cap-')));
        return journal.append(entries.filter(({ kind }) => !kind.startsWith('cap-')));
      },
    },
    limits: {
      ...limits,
      async put(records, fence) {
        await limits.put(records, fence);
        await journal.append(late.splice(0));
      },
    },
  };
}

/** No run is ever found to be finished. */
export function withoutMemoryOfRuns(ports: EnforcementPorts): EnforcementPorts {
  const { runs } = ports;
  // Nor does the record itself refuse to be written over.
  const put: typeof runs.put = async (run) => {
    const finished = await runs.find(run.runId);
    return finished?.outcome === undefined ? runs.put(run) : undefined;
  };
  return { ...ports, runs: { ...runs, put, find: async () => undefined, list: async () => [] } };
}

/** The order of nights is not looked at. */
export function withoutOrder(ports: EnforcementPorts): EnforcementPorts {
  const { runs } = ports;
  return {
    ...ports,
    runs: {
      ...runs,
      latestApplied: async () => undefined,
      markApplied: async () => true,
      latestSent: async () => undefined,
    },
  };
}
