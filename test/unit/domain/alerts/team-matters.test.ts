import { expect, test } from 'vitest';
import { invalidTeamMatter, severalTeamsMatters } from '../../../../shared/domain/alerts/team-matters.ts';

const ann = { userId: 'u-1', email: 'ann@web.example', teams: ['web', 'all'], chosen: 'web' };
const bob = { userId: 'u-2', email: undefined, teams: ['web', 'all'], chosen: 'web' };

test('an unreadable team is one matter until its fault changes', () => {
  const row = { name: 'web', problem: 'field "position": "x" is not a whole number', members: [], isOpen: true };

  const matter = invalidTeamMatter(row);

  expect(matter).toMatchObject({ topic: 'invalid-edit', key: 'team:web', fingerprint: row.problem, severity: 'high' });
  expect(matter.headline).toContain('whoever belongs to no other team keeps their cap');
  expect(matter.details[0]).toBe(row.problem);
});

test('users in several teams are one matter, told again only when it is about others', () => {
  const [matter] = severalTeamsMatters([ann]);
  const [same] = severalTeamsMatters([{ ...ann, email: 'ann.new@web.example' }]);
  const [other] = severalTeamsMatters([ann, bob]);

  expect(matter).toMatchObject({ topic: 'several-teams', severity: 'low', tellsAdmins: true });
  expect(matter?.headline).toContain('ann@web.example in "web", not in "all"');
  expect(same?.fingerprint).toBe(matter?.fingerprint);
  expect(other?.fingerprint).not.toBe(matter?.fingerprint);
  expect(severalTeamsMatters([])).toEqual([]);
});
