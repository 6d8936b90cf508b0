import { addDays, dayOf, startOfDayMs } from '../../../../shared/kernel/time/day.ts';
import { windowAt } from '../../../../shared/kernel/time/window.ts';
import { read, run, type Guard } from './curfew.ts';
import { consume, fates, later } from './platform.ts';
import type { Scenario, SmallPool, TrueAccount, World } from './world.ts';

/** Something that happens; undefined where it cannot. */
export interface Event {
  readonly name: string;
  readonly happen: (world: World) => World | undefined;
}

const accountsMax = 4;
const nightMinute = 150;

/** All that may happen in a scenario. */
export function eventsOf(scenario: Scenario, by: Guard): readonly Event[] {
  const people = [0, 1, 2];
  return [
    ...people.flatMap((who) => [
      event(`${who} consumes`, (world) => consume(world, scenario, who)),
      event(`${who} consumes an hour later`, (world) => consume(later(world, 60), scenario, who)),
    ]),
    event('everybody consumes', (world) => everybody(world, scenario)),
    event('everybody consumes an hour later', (world) => everybody(later(world, 60), scenario)),
    event('everybody consumes, and so again tomorrow', (world) => twice(world, scenario)),
    ...[0, 1].flatMap((favourite) =>
      fates.flatMap((fate) => [
        event(`the day closes, for ${favourite} ${fate}`, (world) =>
          run(closed(world, 0), scenario, { fate, favourite, by }),
        ),
        event(`an edit, for ${favourite} ${fate}`, (world) =>
          isAsRead(world) ? run(world, scenario, { fate, favourite, by }) : undefined,
        ),
      ]),
    ),
    event('the day is late', (world) => run(late(world), scenario, { fate: 'applied', favourite: 0, by })),
    ...(scenario.settleDays === 0
      ? []
      : [
          event('the day is restated', (world) =>
            run(closed(world, 1), scenario, { fate: 'applied', favourite: 0, by }),
          ),
        ]),
    event('the run fails', (world) => closed(world, 0)),
    event('the run is skipped', nextNight),
    ...[0, 1].flatMap((who) => [
      event(`${who} is renamed`, (world) => changed(world, who, { address: `${world.accounts[who]?.address}'` })),
      event(`${who} takes the address of the other`, (world) => takenOver(world, who)),
      event(`the account of ${who} is made anew`, (world) => anew(world, who)),
      event(`${who} leaves`, (world) => onRoster(world, who, false)),
      event(`${who} is back`, (world) => onRoster(world, who, true)),
      event(`${who} moves`, (world) =>
        changed(world, who, { team: world.accounts[who]?.team === 'web' ? 'ops' : 'web' }),
      ),
    ]),
    event('somebody joins', joined),
    event('a row is unreadable', (world) => (world.isRowUnreadable ? undefined : { ...world, isRowUnreadable: true })),
    event('the row is mended', (world) => (world.isRowUnreadable ? { ...world, isRowUnreadable: false } : undefined)),
    ...scenario.pools.flatMap(({ name }) => [
      event(`${name} is raised`, (world) => edited(world, name, (pool) => ({ ...pool, credits: pool.credits + 1 }))),
      event(`${name} is lowered`, (world) =>
        forgotten(
          edited(world, name, (pool) => ({ ...pool, credits: Math.max(0, pool.credits - 1) })),
          name,
        ),
      ),
    ]),
    ...termsOf(scenario),
    event('the clock is an hour off', (world) =>
      world.aheadMinutes === 0 ? { ...world, aheadMinutes: 60 } : undefined,
    ),
    event('the clock is an hour back', (world) =>
      world.aheadMinutes === 0 ? { ...world, aheadMinutes: -60 } : undefined,
    ),
  ];
}

/** A limit reaches whoever has its address: between two readings of the roster nobody can tell that it changed hands. */
function isAsRead({ accounts, known }: World): boolean {
  return known.accounts.every(({ index, addresses }) => {
    const address = addresses.at(-1)?.address;
    const holder = accounts.findIndex((account) => account.isOnRoster && account.address === address);
    return holder === -1 || holder === index;
  });
}

/** Each is bound by a limit of their own, so that no order matters. */
function everybody(world: World, scenario: Scenario): World {
  return world.accounts.reduce((after, _, who) => consume(after, scenario, who), world);
}

function twice(world: World, scenario: Scenario): World {
  const midnight = startOfDayMs(addDays(dayOf(world.nowMs), 1));
  return everybody({ ...everybody(world, scenario), nowMs: midnight }, scenario);
}

function termsOf({ pools: [first], anchorDay }: Scenario): readonly Event[] {
  const name = first?.name ?? '';
  const windowOf = (world: World) => windowAt(first?.window ?? 'month', dayOf(world.nowMs), { anchorDay });
  return [
    event('a top-up begins', (world) =>
      edited(world, name, (pool) => ({
        ...pool,
        topUps: [{ from: dayOf(world.nowMs), to: windowOf(world).through, credits: 2 }],
      })),
    ),
    event('the top-up ends', (world) =>
      forgotten(
        edited(world, name, (pool) => ({ ...pool, topUps: [] })),
        name,
      ),
    ),
    event('another budget begins tomorrow', (world) =>
      world.pools.some((pool) => pool.name === 'next')
        ? undefined
        : { ...world, pools: [...world.pools, nextBudget(first, dayOf(world.nowMs))] },
    ),
    event('the budget ends with its window', (world) =>
      edited(world, name, (pool) => ({ ...pool, to: windowOf(world).through })),
    ),
  ];
}

function nextBudget(first: SmallPool | undefined, today: string): SmallPool {
  return { window: 'week', ...first, name: 'next', credits: 2, from: addDays(today, 1), topUps: [] };
}

function event(name: string, happen: Event['happen']): Event {
  return { name, happen };
}

function nextNight(world: World): World {
  const tonight = startOfDayMs(dayOf(world.nowMs)) + nightMinute * 60_000;
  const nowMs = tonight > world.nowMs ? tonight : tonight + 86_400_000;
  return { ...world, nowMs };
}

function closed(world: World, short: number): World {
  const night = nextNight(world);
  return read(night, { through: addDays(dayOf(night.nowMs), -1), short });
}

/** The roster is read, and yesterday is not there. */
function late(world: World): World {
  return read(nextNight(world), { through: world.known.through, short: 0 });
}

function changed(world: World, who: number, change: Partial<TrueAccount>): World | undefined {
  const account = world.accounts[who];
  return account?.isOnRoster !== true
    ? undefined
    : { ...world, accounts: world.accounts.with(who, { ...account, ...change }) };
}

function onRoster(world: World, who: number, isOnRoster: boolean): World | undefined {
  const account = world.accounts[who];
  const isTaken = world.accounts.some((other) => other.isOnRoster && other.address === account?.address);
  return account === undefined || account.isOnRoster === isOnRoster || (isOnRoster && isTaken)
    ? undefined
    : { ...world, accounts: world.accounts.with(who, { ...account, isOnRoster }) };
}

function takenOver(world: World, who: number): World | undefined {
  const other = 1 - who;
  const address = world.accounts[other]?.address ?? '';
  const moved = changed(world, other, { address: `${address}"` });
  return moved && changed(moved, who, { address });
}

function anew(world: World, who: number): World | undefined {
  const gone = onRoster(world, who, false);
  const account = world.accounts[who];
  return gone === undefined || account === undefined || world.accounts.length >= accountsMax
    ? undefined
    : { ...gone, accounts: [...gone.accounts, { ...account, limits: [], used: {} }] };
}

function joined(world: World): World | undefined {
  const { length } = world.accounts;
  const account = { address: `p${length}`, isOnRoster: true, team: 'web', limits: [], used: {} };
  return length >= accountsMax ? undefined : { ...world, accounts: [...world.accounts, account] };
}

function edited(world: World, name: string, edit: (pool: SmallPool) => SmallPool): World {
  return { ...world, pools: world.pools.map((pool) => (pool.name === name ? edit(pool) : pool)) };
}

/** What was promised of other terms is void. */
function forgotten(world: World, name: string): World {
  const kept = Object.entries(world.promised).filter(([, { pool }]) => pool !== name);
  return { ...world, promised: Object.fromEntries(kept) };
}
