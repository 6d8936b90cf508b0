import type { EnforcementPorts } from '../../../shared/application/enforcement/enforcement-work.ts';
import type { EnforcementSettings } from '../../../shared/application/enforcement/enforcement-settings.ts';

/** One thing that promises rest on, taken away: the attack has to notice. */
export interface Weakness {
  readonly ports?: (ports: EnforcementPorts) => EnforcementPorts;
  readonly settings?: (settings: EnforcementSettings) => EnforcementSettings;
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

/** A limit is forgotten when another one takes its place. */
const withoutReplacedLimits: Weakness = {
  ports: (ports) => ({
    ...ports,
    limits: {
      ...ports.limits,
      list: async () => (await ports.limits.list()).map(({ replaced: _, ...record }) => record),
    },
  }),
};

/** Whoever left the roster, or has no email any more, is not looked at. */
const withoutTheMissing: Weakness = {
  ports: (ports) => ({
    ...ports,
    limits: {
      ...ports.limits,
      async list() {
        const users = await ports.users.list();
        const there = new Set(
          users.filter(({ goneSince, email }) => goneSince === undefined && email !== undefined).map((it) => it.userId),
        );
        return (await ports.limits.list()).filter(({ userId }) => there.has(userId));
      },
    },
  }),
};

/** A limit of unknown outcome counts for nothing. */
const withoutUnknownOutcomes: Weakness = {
  ports: (ports) => ({
    ...ports,
    limits: {
      ...ports.limits,
      list: async () => (await ports.limits.list()).map((record) => ({ ...record, unsettled: [] })),
    },
  }),
};

/** A replaced limit is taken to end with the PUT. */
const withoutDelay: Weakness = {
  settings: (settings) => ({ ...settings, pools: { ...settings.pools, enforcementDelayMinutes: 0 } }),
};

/** A day counts as known as soon as it is told. */
const withoutSettling: Weakness = {
  settings: (settings) => ({ ...settings, pools: { ...settings.pools, settleDays: 0 } }),
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
  withoutTheMissing,
  withoutUnknownOutcomes,
  withoutDelay,
  withoutSettling,
  withoutReadingAgain,
  withoutClock,
} as const;
