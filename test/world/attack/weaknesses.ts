import type { EnforcementPorts } from '../../../shared/enforcement/use-cases/enforcement-work.ts';

/** One thing that promises rest on, taken away from outside: the code that relies on it stays as it is. */
export interface Weakness {
  readonly ports: (ports: EnforcementPorts) => EnforcementPorts;
}

/** The rows of a day are all that is known to be used. */
const withoutBill: Weakness = {
  ports: (ports) => ({
    ...ports,
    ledger: {
      ...ports.ledger,
      listDays: async (range) => (await ports.ledger.listDays(range)).map((day) => ({ ...day, totalCredits: 0 })),
    },
  }),
};

/** A limit counts for nothing once another one has taken its place. */
const withoutReplacedLimits: Weakness = {
  ports: (ports) => ({
    ...ports,
    limits: {
      ...ports.limits,
      list: async () =>
        (await ports.limits.list()).map(({ replaced = [], ...record }) => ({
          ...record,
          replaced: replaced.map((limit) => ({ ...limit, limitCredits: 0 })),
        })),
    },
  }),
};

/** A day that was told early is not read again. */
const withoutReadingAgain: Weakness = {
  ports: (ports) => ({
    ...ports,
    ledger: {
      ...ports.ledger,
      listDays: async (range) =>
        (await ports.ledger.listDays(range)).map((day) => ({ ...day, readAt: '2027-01-01T00:00:00.000Z' })),
    },
  }),
};

/** Nobody looks at the platform's clock. */
const withoutClock: Weakness = {
  ports: (ports) => ({ ...ports, platformTime: { skewMs: async () => undefined } }),
};

export const weaknesses = {
  withoutBill,
  withoutReplacedLimits,
  withoutReadingAgain,
  withoutClock,
} as const;
