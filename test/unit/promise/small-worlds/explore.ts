import { dayOf, startOfDayMs } from '../../../../shared/kernel/time/day.ts';
import { firstDay, guard, withPromises, type Guard } from './curfew.ts';
import { eventsOf, type Event } from './events.ts';
import type { Scenario, World } from './world.ts';

interface Exploration {
  /** Different worlds that were looked at. */
  readonly worlds: number;
  /** The first promise that did not hold, in words. */
  readonly broken: string | undefined;
  /** How often something was said to be kept. */
  readonly promises: number;
}

/** Tries all orders of so many events; worlds that are alike are followed once. */
export function explore(
  scenario: Scenario,
  depth: number,
  { by = guard, only }: { readonly by?: Guard; readonly only?: (event: Event) => boolean } = {},
): Exploration {
  const events = eventsOf(scenario, by).filter((event) => only?.(event) ?? true);
  const first = withPromises(firstWorld(scenario), scenario, { isSuccess: true, by });
  let worlds = new Map([['', { world: first, path: [] as readonly string[] }]]);
  let [count, promises] = [1, 0];
  for (let step = 1; step <= depth; step += 1) {
    const next: typeof worlds = new Map();
    for (const { world, path } of worlds.values()) {
      for (const { name, happen } of events) {
        const after = happen(world);
        if (after === undefined || after === world) {
          continue;
        }
        const broken = brokenIn(after);
        if (broken !== undefined) {
          return { worlds: count, broken: `${scenario.name}: ${[...path, name].join('; ')}: ${broken}`, promises };
        }
        promises += Object.keys(after.promised).length;
        count += 1;
        if (step < depth) {
          const key = JSON.stringify(after);
          next.set(key, next.get(key) ?? { world: after, path: [...path, name] });
        }
      }
    }
    worlds = next;
  }
  return { worlds: count, broken: undefined, promises };
}

/** The first promise that is broken: by sums of its own. */
function brokenIn({ promised, accounts, known, nowMs }: World): string | undefined {
  for (const [name, { team, from, through, amount, untilMs, accounts: about }] of Object.entries(promised)) {
    let used = 0;
    for (const index of about) {
      const teams = known.accounts.find((account) => account.index === index)?.teams ?? [];
      for (const [day, credits] of Object.entries(accounts[index]?.used ?? {})) {
        const teamThen = teams.findLast((stay) => stay.from <= day)?.team ?? teams[0]?.team;
        used += day >= from && day <= through && (team === undefined || team === teamThen) ? credits : 0;
      }
    }
    if (used > amount && nowMs < untilMs) {
      return `${name} was promised ${amount} and has used ${used}`;
    }
  }
  return undefined;
}

function firstWorld({ startMs, pools, limits, teams }: Scenario): World {
  const before = startMs - 10 * 86_400_000;
  const accounts = limits.map((credits, index) => ({
    address: `p${index}`,
    isOnRoster: true,
    team: teams[index] ?? 'web',
    limits: [{ fromMs: before, credits }],
    used: {},
  }));
  return {
    nowMs: startMs,
    accounts,
    pools,
    known: {
      through: dayOf(startMs - 86_400_000),
      readMs: startMs,
      accounts: accounts.map(({ address, team }, index) => ({
        index,
        addresses: [{ address, seenMs: -1, lastMs: startOfDayMs(dayOf(startMs)) }],
        isOnRoster: true,
        teams: [{ from: firstDay, team }],
        used: {},
      })),
      sent: Object.fromEntries(
        limits.map((credits, index) => [
          `p${index}`,
          [{ credits, sentMs: before, answeredMs: before, outcome: 'confirmed' as const }],
        ]),
      ),
    },
    promised: {},
    isRowUnreadable: false,
    aheadMinutes: 0,
  };
}
