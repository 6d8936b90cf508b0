import fc from 'fast-check';
import { expect, test } from 'vitest';

import { budgetOutlooks } from '../../shared/explanation/budget-outlook.ts';
import { explainUser } from '../../shared/explanation/use-cases/explain-user.ts';
import { readSnapshot } from '../../shared/explanation/use-cases/snapshots/read-snapshot.ts';
import { addDays, daysOf, startOfDayMs, type Day } from '../../shared/kernel/time/day.ts';
import { showUsage } from '../../shared/ledger/use-cases.ts';
import { checkInvariants } from './check-invariants.ts';
import { anEnforcementWorld, instantOf, invoke, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import { smallOrganization } from './scenarios.ts';

const scenario = {
  ...smallOrganization,
  budgets: [
    ...smallOrganization.budgets,
    { scope: 'team:web', window: 'month', amount: 30_000 },
    { scope: 'team:core', window: 'month', amount: 30_000 },
  ] as const,
};
const firstNight = '2026-01-18';

/** Puts people into teams, by name. */
function setTeams({ stores }: EnforcementWorld, teams: Readonly<Record<string, readonly string[]>>): void {
  Object.entries(teams).forEach(([name, people], index) => {
    const members = people.map((person) => `${person}@acme.example`);
    stores.teams.writeByHand({
      name,
      members: members.length === 0 ? ['nobody@acme.example'] : members,
      position: index + 1,
    });
  });
}

function portsOf(world: EnforcementWorld, day: Day) {
  const { stores } = world;
  return { ...stores, clock: { ...world.clock, now: () => startOfDayMs(day) } };
}

/** What is shown of each team as of the noon of a day: by usage, and by the budgets of teams. */
async function shownOn(world: EnforcementWorld, day: Day) {
  const range = { from: '2026-01-14', through: addDays(day, -1) };
  const usage = await showUsage(world.stores, { range, by: 'team' });
  const snapshot = await readSnapshot(portsOf(world, day), {
    atMs: startOfDayMs(day) + 12 * 3_600_000,
    settings: world.settings,
  });
  const teams = snapshot.budgets.filter(({ scope }) => scope.kind === 'team');
  return {
    byUsage: new Map(
      usage.kind === 'shown'
        ? usage.groups.filter(({ credits }) => credits > 0).map(({ name, credits }) => [name ?? 'none', credits])
        : [],
    ),
    byBudget: new Map(
      budgetOutlooks(teams, snapshot, { isInDepth: false }).flatMap(({ budget: { scope }, now }) =>
        scope.kind === 'team' && now !== undefined && now.usedCredits > 0 ? [[scope.name, now.usedCredits]] : [],
      ),
    ),
    byPool: new Map(
      snapshot.shares.pools.flatMap(({ scope, knownCredits }) =>
        scope.kind === 'team' && knownCredits > 0 ? [[scope.name, knownCredits]] : [],
      ),
    ),
  };
}

test('use stays with the team of its day, and a move is explained', async () => {
  const world = anEnforcementWorld(scenario);
  setTeams(world, { web: ['ann', 'bob'], core: ['cem'] });
  await runEnforcement(world, firstNight);
  await runEnforcement(world, '2026-01-20');
  setTeams(world, { web: ['ann'], core: ['cem', 'bob'] });
  world.clock.moveTo(instantOf('2026-01-20T10:00:00Z'));
  await invoke(world, { runId: 'edit', at: '2026-01-20T10:00:00Z', kind: 'edit', onlyIfUnfinished: false });
  await runEnforcement(world, '2026-01-24');

  const atMs = instantOf('2026-01-24T12:00:00Z');
  const explained = await explainUser(portsOf(world, '2026-01-24'), {
    atMs,
    settings: world.settings,
    email: 'bob@acme.example',
  });
  const before = await creditsOf(world, 'u-bob', { from: '2026-01-14', through: '2026-01-20' });

  expect(explained).toMatchObject({
    explanation: { earlierTeams: [{ team: 'web', through: '2026-01-20', credits: before }] },
  });
  expect(before).toBeGreaterThan(0);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a night on which nobody moves writes nothing of who is in which team', async () => {
  const world = anEnforcementWorld(scenario);
  setTeams(world, { web: ['ann', 'bob'], core: ['cem'] });
  await runEnforcement(world, firstNight);
  const before = world.calls.length;
  await runEnforcement(world, '2026-01-19');

  // Once, empty, by the reading of the roster.
  expect(world.calls.slice(before).filter(({ name }) => name === 'users.put')).toHaveLength(1);
});

test('whoever moves and when, usage by team, budgets and pools add up to the ledger by the team of the day', async () => {
  const people = ['ann', 'bob', 'cem', 'dot'] as const;
  const days = daysOf({ from: firstNight, through: '2026-01-24' });
  const place = fc.constantFrom('web', 'core', 'none');
  const drawn = fc.array(fc.tuple(place, place, place, place), { minLength: days.length, maxLength: days.length });
  await fc.assert(
    fc.asyncProperty(drawn, async (places) => {
      const world = anEnforcementWorld(scenario);
      // Known at the start of a day, by a calendar of the test's own.
      const history = new Map<string, { readonly from: Day; readonly team: string }[]>();
      const since = new Map<string, Day>();
      for (const [index, day] of days.entries()) {
        const now = places[index] ?? ['none', 'none', 'none', 'none'];
        const inTeam = (team: string) => people.filter((_person, which) => now[which] === team);
        setTeams(world, { web: inTeam('web'), core: inTeam('core') });
        people.forEach((person, which) => {
          const team = now[which] ?? 'none';
          const known = history.get(person) ?? [];
          // The first team of somebody counts from ever, unless others were in it before.
          const isFirst = known.length === 0 && !((since.get(team) ?? day) < day);
          const from = isFirst ? day : addDays(day, 1);
          if (known.length > 0 || team !== 'none') {
            history.set(person, [...known, { from: isFirst ? '' : from, team }]);
            since.set(team, (since.get(team) ?? from) < from ? (since.get(team) ?? from) : from);
          }
        });
        await runEnforcement(world, day);
      }
      const sums = new Map<string, number>();
      for (const day of daysOf({ from: '2026-01-14', through: '2026-01-23' })) {
        for (const { userId, credits } of await world.stores.ledger.readRows(day)) {
          const team = history.get(userId.slice(2))?.findLast(({ from }) => from <= day)?.team ?? 'none';
          sums.set(team, (sums.get(team) ?? 0) + credits);
        }
      }
      const expected = new Map([...sums].filter(([, credits]) => credits > 0));
      const ofTeams = new Map([...expected].filter(([team]) => team !== 'none'));
      const { byUsage, byBudget, byPool } = await shownOn(world, '2026-01-24');
      expect(byUsage).toEqual(expected);
      expect(byBudget).toEqual(ofTeams);
      expect(byPool).toEqual(ofTeams);
    }),
    { numRuns: 6 },
  );
});

async function creditsOf(
  { stores }: EnforcementWorld,
  userId: string,
  range: { readonly from: Day; readonly through: Day },
): Promise<number> {
  return (await stores.ledger.readUser(userId, range)).reduce((sum, { credits }) => sum + credits, 0);
}
