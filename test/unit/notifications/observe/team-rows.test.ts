import { expect, test } from 'vitest';

import {
  invalidTeamObservation,
  severalTeamsObservations,
} from '../../../../shared/notifications/observe/common-observations.ts';

const ann = { userId: 'u-1', email: 'ann@web.example', teams: ['web', 'all'], chosen: 'web' };
const bob = { userId: 'u-2', email: undefined, teams: ['web', 'all'], chosen: 'web' };

test('an unreadable team is one condition until its fault changes', () => {
  const row = { name: 'web', problem: 'field "position": "x" is not a whole number', members: [], isOpen: true };

  const observation = invalidTeamObservation(row);

  expect(observation).toMatchObject({
    topic: 'invalid-edit',
    key: 'team:web',
    fingerprint: row.problem,
    severity: 'high',
  });
  expect(observation.headline).toContain('keep their limits');
  expect(observation.details[0]).toBe(row.problem);
});

test('users in several teams are one condition, which changes only when it is about others', () => {
  const [observation] = severalTeamsObservations([ann]);
  const [same] = severalTeamsObservations([{ ...ann, email: 'ann.new@web.example' }]);
  const [other] = severalTeamsObservations([ann, bob]);

  expect(observation).toMatchObject({ topic: 'several-teams', severity: 'low', notifiesAdmins: true });
  expect(observation?.headline).toContain('ann@web.example in "web", not in "all"');
  expect(same?.fingerprint).toBe(observation?.fingerprint);
  expect(other?.fingerprint).not.toBe(observation?.fingerprint);
  expect(severalTeamsObservations([])).toEqual([]);
});
