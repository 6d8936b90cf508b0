import { expect, test } from 'vitest';

import { formatScope } from '../../shared/budgets/scope.ts';
import { readSnapshot } from '../../shared/explanation/use-cases/snapshots/read-snapshot.ts';
import { addDays, type Day } from '../../shared/kernel/time/day.ts';
import {
  anEnforcementWorld,
  instantOf,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { smallOrganization } from './scenarios.ts';

const admin = 'admin@acme.example';
const firstNight = '2026-01-18';

/** An organization whose members a test may change on the platform. */
function aChangingWorld(said: Partial<Scenario> = {}): {
  readonly world: EnforcementWorld;
  readonly members: Member[];
} {
  const members = [...smallOrganization.members];
  return { world: anEnforcementWorld({ ...smallOrganization, ...said, members }), members };
}

function rename(members: Member[], userId: string, email: string): void {
  const index = members.findIndex((member) => member.userId === userId);
  members[index] = { ...(members[index] ?? { userId, demand: [] }), email };
}

/** Nights on two days in a row, the change in between: the analytics report an id all the while. */
async function nights(world: EnforcementWorld, from: Day, count: number): Promise<void> {
  for (let night = 0; night < count; night += 1) {
    await runEnforcement(world, addDays(from, night));
  }
}

function mailsTo(world: EnforcementWorld, to: string, text: string) {
  return world.sender.delivered().filter((mail) => mail.to === to && mail.text.includes(text));
}

test('a blocked person who is renamed stays blocked, and the admins are notified once', async () => {
  const { world, members } = aChangingWorld();
  await nights(world, firstNight, 1);
  const before = world.platform.limitOf('eve@acme.example');

  rename(members, 'u-eve', 'eve.new@acme.example');
  await nights(world, '2026-01-19', 3);

  // What was used under the new address until it was first read; with the default it would be thousands.
  expect(world.platform.limitOf('eve.new@acme.example')).toBe((before ?? 0) + 10);
  expect(mailsTo(world, admin, 'eve@acme.example is now eve.new@acme.example')).toHaveLength(1);
});

test('own budget, top-up, exemption, reservation and team of a renamed person count as before', async () => {
  const { world, members } = aChangingWorld({
    budgets: [...smallOrganization.budgets, { scope: 'team:web', window: 'month', amount: 20_000 }],
    topUps: [{ email: 'cem@acme.example', credits: 300, from: '2026-01-14', to: '2026-01-31' }],
    exemptions: [{ email: 'dot@acme.example', until: '2026-01-31' }],
  });
  world.stores.teams.writeByHand({ name: 'web', members: ['bob@acme.example', 'ann@acme.example'], position: 1 });
  await nights(world, firstNight, 2);
  const standing = async (day: Day) => {
    const { stores, settings, clock } = world;
    const snapshot = await readSnapshot({ ...stores, clock }, { atMs: instantOf(day), settings });
    const nameOf = new Map(snapshot.users.map(({ userId, email = '' }) => [email, userId]));
    return {
      teams: snapshot.assignment.teamOf,
      own: snapshot.budgets.flatMap(({ scope, window, amount }) =>
        scope.kind === 'user' ? [[nameOf.get(scope.email) ?? formatScope(scope), window, amount] as const] : [],
      ),
      topUps: [...snapshot.topUpCredits].map(([email, credits]) => [nameOf.get(email), credits]),
      exempt: [...snapshot.holdings.exempt.emails].map((email) => nameOf.get(email)),
    };
  };
  const before = await standing('2026-01-19');
  ['bob', 'cem', 'dot'].forEach((name) => rename(members, `u-${name}`, `${name}.new@acme.example`));
  await nights(world, '2026-01-20', 1);

  expect(await standing('2026-01-20')).toEqual(before);
});

test('a row that cannot be read of a person who is renamed keeps their limit from rising', async () => {
  const { world, members } = aChangingWorld();
  await nights(world, firstNight, 1);
  const before = world.platform.limitOf('bob@acme.example') ?? Infinity;
  rename(members, 'u-bob', 'bob.new@acme.example');
  world.stores.budgets.writeByHand({ scope: 'user:bob@acme.example', window: 'month', amount: -1 });
  await nights(world, '2026-01-19', 1);

  expect(world.platform.limitOf('bob.new@acme.example') ?? before).toBeLessThanOrEqual(before);
});

test('once another person has the address, its rows are that person’s', async () => {
  const { world, members } = aChangingWorld();
  await nights(world, firstNight, 1);
  rename(members, 'u-eve', 'eve.new@acme.example');
  await nights(world, '2026-01-19', 1);
  members.push({ userId: 'u-new', email: 'eve@acme.example', demand: [10] });
  await nights(world, '2026-01-20', 2);

  // Both had what the row leaves, which is nothing: the new one has used little, and the renamed one has the default.
  expect(world.platform.limitOf('eve@acme.example')).toBeLessThan(100);
  expect(world.platform.limitOf('eve.new@acme.example')).toBeGreaterThan(500);
});

test('a new domain of the whole company is told once, in one mail, and people are told what they would be without it', async () => {
  const sentBy = async (isRenamed: boolean) => {
    const { world, members } = aChangingWorld();
    await nights(world, firstNight, 3);
    const before = world.sender.delivered().length;
    for (const { userId, email } of isRenamed ? [...members] : []) {
      if (email !== undefined) {
        rename(members, userId, email.replace('@acme.example', '@acme.com'));
      }
    }
    await nights(world, '2026-01-21', 2);
    const sent = world.sender.delivered().slice(before);
    const toPeople = sent
      .filter(({ to }) => to !== admin && !to.startsWith('finops'))
      // What is used before the night that reads the new address is bounded by no limit on the model platform.
      .map(({ to, subject }) => `${to.replace('@acme.com', '@acme.example')}: ${subject.replace(/\d+ %/u, 'some')}`);
    return { world, sent, toPeople };
  };
  const { toPeople } = await sentBy(false);
  const renamed = await sentBy(true);

  expect(
    renamed.sent.filter(({ to, text }) => to === admin && /acme\[?\.\]?com in place of acme/u.test(text)),
  ).toHaveLength(1);
  expect(renamed.sent.filter(({ text }) => text.includes('on the platform: what is set'))).toEqual([]);
  expect(renamed.toPeople).toEqual(toPeople);
  expect(toPeople.length).toBeGreaterThan(0);
  expect(renamed.world.platform.limitOf('eve@acme.com')).toBeLessThan(100);
});
