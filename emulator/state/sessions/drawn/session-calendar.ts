import type { World } from '../../../api/world.ts';
import { DAY_MS, HISTORY_START_DAY, MINUTES_PER_DAY } from '../../clock.ts';
import { userIdOf } from '../../members/generated-members.ts';
import { isPresent, type Member } from '../../members/member.ts';
import { type Random, randomOf } from '../../random.ts';
import type { Stretch } from '../credit-meter.ts';
import type { Character, PlanOrigin } from './session-plan.ts';

/** Up to this size people have several sessions a day, many with children. */
const smallSize = 1_000;
const hourMinutes = 60;

/** UTC days, today included, that ended sessions stay listed: fewer in a large organization. */
export function listedDaysOf(size: number): number {
  const tinySize = 30;
  return size <= tinySize ? 30 : Math.min(14, Math.max(2, Math.floor(3_600 / size)));
}

/** A multi-day session starting on a UTC day; undefined for none. */
type SpecialOn = (day: number) => PlanOrigin | undefined;

/** A UTC day's sessions: each user's in sequence, so that each credit belongs to one. Skips multi-day ones' minutes. */
export function originsOfDay(world: World, day: number, specialOn: SpecialOn): readonly PlanOrigin[] {
  const taken = Map.groupBy(
    Array.from({ length: specialDaysMax + 1 }, (_, age) => specialOn(day - age)).filter(isSet),
    ({ owner }) => owner.id,
  );
  return world.organization.members().flatMap((member) =>
    world.demand.of(member, day).credits === 0
      ? []
      : originsOf(world, member, {
          day,
          taken: taken.get(member.id)?.map(({ stretch }) => stretch) ?? [],
        }),
  );
}

function originsOf(
  world: World,
  owner: Member,
  { day, taken }: { readonly day: number; readonly taken: readonly Stretch[] },
): readonly PlanOrigin[] {
  const random = randomOf(world.seed, 'session-day', owner.label, day);
  const start = day * MINUTES_PER_DAY;
  const stretches = taken.length === 0 ? dividedDay(world, random, start) : leftOf(start, taken);
  const parentChance = world.size <= smallSize ? 0.05 : 0.02;
  return stretches.map((stretch, index) => ({
    label: `${day}/${owner.label}/${index}`,
    character: 'ordinary',
    owner,
    stretch,
    childCount: random.chance(parentChance) ? 2 : 0,
  }));
}

function dividedDay({ size }: World, random: Random, start: number): readonly Stretch[] {
  const end = start + MINUTES_PER_DAY;
  const count = size > smallSize ? 1 : sessionCount(random);
  const cuts = Array.from({ length: count - 1 }, (_, index) => {
    const part = MINUTES_PER_DAY / count;
    return start + Math.round(part * (index + 0.7 + 0.6 * random.float()));
  });
  return [start, ...cuts].map((from, index) => ({ from, until: cuts[index] ?? end }));
}

function sessionCount(random: Random): number {
  const draw = random.float();
  if (draw < 0.7) {
    return 1;
  }
  return draw < 0.95 ? 2 : 3;
}

function leftOf(start: number, taken: readonly Stretch[]): readonly Stretch[] {
  const end = start + MINUTES_PER_DAY;
  const left: Stretch[] = [];
  let from = start;
  for (const stretch of taken.toSorted((one, other) => one.from - other.from)) {
    left.push({ from, until: Math.min(end, stretch.from) });
    from = Math.max(from, stretch.until);
  }
  return [...left, { from, until: end }].filter((stretch) => stretch.until > stretch.from);
}

/** The longest session spans this many days after its first. */
export const specialDaysMax = 6;

const durationsMinutes: Readonly<Partial<Record<Character, readonly [number, number]>>> = {
  long: [30 * hourMinutes, 72 * hourMinutes],
  looping: [20 * hourMinutes, 40 * hourMinutes],
  // At least four days: with one started every third day, one always runs.
  runaway: [97 * hourMinutes, 132 * hourMinutes],
};

/** One session started per day goes wrong over several days, with all its owner's use. */
export function specialsOf(world: World): SpecialOn {
  const drawn = new Map<number, PlanOrigin | undefined>();
  const drawnOn: SpecialOn = (day) => {
    if (!drawn.has(day)) {
      drawn.set(day, drawnSpecial(world, day));
    }
    return drawn.get(day);
  };
  return (day) => {
    const special = drawnOn(day);
    // Of two overlapping ones the later is dropped.
    const isTaken = Array.from({ length: specialDaysMax }, (_, age) => drawnOn(day - 1 - age)).some(
      (other) =>
        special !== undefined && other?.owner.id === special.owner.id && other.stretch.until > special.stretch.from,
    );
    return isTaken ? undefined : special;
  };
}

function drawnSpecial(world: World, day: number): PlanOrigin | undefined {
  const turns = ['runaway', 'long', 'looping'] as const;
  const character = turns[day % turns.length] ?? 'long';
  const random = randomOf(world.seed, 'session-special', day);
  const from = day * MINUTES_PER_DAY + random.integer(0, 14 * hourMinutes);
  const owner = day < HISTORY_START_DAY ? undefined : heaviestOf(world, random, { day, of: candidatesOf[character] });
  const minutes = random.integer(...(durationsMinutes[character] ?? [hourMinutes, hourMinutes]));
  return owner === undefined
    ? undefined
    : { label: `${day}/special`, character, owner, stretch: { from, until: from + minutes }, childCount: 0 };
}

/** Runaway sessions belong to heavy users; others to anyone. */
const candidatesOf = { runaway: 10, long: 2, looping: 2 };

function heaviestOf(
  world: World,
  random: Random,
  { day, of }: { readonly day: number; readonly of: number },
): Member | undefined {
  const candidates = Array.from({ length: of }, () =>
    world.organization.findById(userIdOf(world.seed, random.integer(0, world.size - 1))),
  ).filter(isSet);
  return candidates
    .filter((member) => member.worksUnasked && isPresent(member, day * DAY_MS))
    .toSorted((one, other) => other.habits.dailyCredits - one.habits.dailyCredits)[0];
}

function isSet<T>(value: T | undefined): value is T {
  return value !== undefined;
}
