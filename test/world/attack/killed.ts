import type { EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';

/** The process of a run ended in the middle. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** Ports of a process that ends at its n-th write: before it, or after it with its answer lost. */
export function killed<P extends EnforcementPorts>(ports: P, killedAt: number): P {
  let writes = 0;
  const mortal =
    <A extends readonly unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      writes += 1;
      if (writes > killedAt || (writes === killedAt && killedAt % 2 === 0)) {
        throw new KilledError('the process ended');
      }
      const answer = await write(...args);
      if (writes === killedAt) {
        throw new KilledError('the process ended');
      }
      return answer;
    };
  return {
    ...ports,
    limitWriter: { setLimits: mortal(async (entries) => ports.limitWriter.setLimits(entries)) },
    limits: { ...ports.limits, put: mortal(async (records, fence) => ports.limits.put(records, fence)) },
    ledger: {
      ...ports.ledger,
      putDay: mortal(async (day) => ports.ledger.putDay(day)),
      putRows: mortal(async (day, rows) => ports.ledger.putRows(day, rows)),
    },
    users: { ...ports.users, put: mortal(async (users) => ports.users.put(users)) },
  };
}
