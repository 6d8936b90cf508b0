import type { Scenario } from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';

/** A small organization with one of everything that makes a night difficult. */
export const smallOrganization: Scenario = {
  members: [
    { userId: 'u-ann', email: 'Ann@acme.example', demand: [400, 0, 900, 120, 310] },
    { userId: 'u-bob', email: 'bob@acme.example', demand: [1_500, 2_000, 100] },
    { userId: 'u-cem', email: 'cem@acme.example', analyticsEmail: null, demand: [50, 75, 0, 0, 20, 35] },
    { userId: 'u-dot', email: 'dot@acme.example', demand: [700] },
    { userId: 'u-eve', email: 'eve@acme.example', demand: [0, 10] },
    { userId: 'u-fay', demand: [15] },
    { userId: 'u-gus', email: 'gus@acme.example', demand: [60], joinsOn: '2026-01-20' },
    { userId: 'u-hal', email: 'hal@acme.example', demand: [80], leavesOn: '2026-01-21' },
  ],
  budgets: [
    { scope: 'default', window: 'month', amount: 5_000 },
    { scope: 'org', window: 'month', amount: 60_000 },
    { scope: 'user:bob@acme.example', window: 'month', amount: 9_000 },
    { scope: 'user:bob@acme.example', window: 'day', amount: 1_200 },
    { scope: 'user:dot@acme.example', window: 'week', amount: 'unlimited' },
    { scope: 'user:eve@acme.example', window: 'quarter', amount: 0 },
  ],
  admins: ['admin@acme.example', 'finops@acme.example'],
};

/** The same with extra credits and an exemption, of which some begin and some end while its nights go by. */
export const organizationWithGrants: Scenario = {
  ...smallOrganization,
  topUps: [
    { email: 'bob@acme.example', credits: 800, from: '2026-01-19', to: '2026-01-20' },
    { email: 'cem@acme.example', credits: 300, from: '2026-01-14', to: '2026-01-18' },
  ],
  exemptions: [
    { email: 'dot@acme.example', until: '2026-01-31' },
    { email: 'hal@acme.example', until: '2026-01-18' },
  ],
};

/** So many people that limits go out in more than one PUT. */
export function largeOrganization(count: number): Scenario {
  const members = Array.from({ length: count }, (_, index): Member => ({
    userId: `u-${String(index).padStart(4, '0')}`,
    email: `person-${index}@acme.example`,
    demand: [index * 3, (index * 7) % 400, 0],
  }));
  return { ...smallOrganization, members, budgets: [{ scope: 'default', window: 'month', amount: 5_000 }] };
}

/**
 * The same without what is shared. What a pool leaves somebody depends on every limit in force until then, so that it
 * matters how often it was divided; what a budget of one's own leaves follows from its window alone.
 */
export function withOwnBudgetsAlone(scenario: Scenario): Scenario {
  return { ...scenario, budgets: scenario.budgets.filter(({ scope }) => scope !== 'org') };
}
