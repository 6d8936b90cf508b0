import { startOfDayMs } from '../../../../shared/kernel/time/day.ts';
import type { Scenario } from './world.ts';

const noon = 12 * 3_600_000;

export const scenarios: readonly Scenario[] = [
  {
    name: 'a month and a team in it, on the eve of its turn',
    anchorDay: 1,
    startMs: startOfDayMs('2026-03-30') + noon,
    settleDays: 0,
    inFlight: 0,
    pools: [
      { name: 'org', window: 'month', credits: 4, topUps: [] },
      { name: 'web', team: 'web', window: 'month', credits: 2, topUps: [] },
    ],
    limits: [1, 1, 1],
    teams: ['web', 'web', 'ops'],
  },
  {
    name: 'a week over a platform month that turns in its middle',
    anchorDay: 15,
    startMs: startOfDayMs('2026-04-12') + noon,
    settleDays: 0,
    inFlight: 1,
    pools: [
      { name: 'org', window: 'week', credits: 4, topUps: [] },
      { name: 'web', team: 'web', window: 'platform', credits: 3, topUps: [] },
    ],
    limits: [1, 0, 1],
    teams: ['web', 'web', 'ops'],
  },
  {
    name: 'a quarter over months that begin on the 31st, with days that are restated',
    anchorDay: 31,
    startMs: startOfDayMs('2026-02-26') + noon,
    settleDays: 1,
    inFlight: 0,
    pools: [
      { name: 'org', window: 'quarter', credits: 4, topUps: [] },
      { name: 'web', team: 'web', window: 'day', credits: 2, topUps: [] },
    ],
    limits: [1, 1, 0],
    teams: ['web', 'ops', 'web'],
  },
  {
    name: 'a week of which limits allow all, three days before the platform counts anew',
    anchorDay: 16,
    startMs: startOfDayMs('2026-04-13') + noon,
    settleDays: 0,
    inFlight: 0,
    pools: [
      { name: 'org', window: 'week', credits: 4, topUps: [] },
      { name: 'web', team: 'web', window: 'month', credits: 4, topUps: [] },
    ],
    limits: [2, 2, 0],
    teams: ['web', 'web', 'ops'],
  },
];
