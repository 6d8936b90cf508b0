import type { LimitInForce } from '../../../shared/pools/exposure/limit-in-force.ts';
import type { Scenario } from './scenario.ts';
import { usedInPlatformWindow, type SmallWorld } from './small-world.ts';
import type { Step } from './timeline.ts';

type UseStep = Extract<Step, { kind: 'use' }>;

const hourMs = 3_600_000;
/** Who has no limit stops somewhere, so that the world stays small. */
const withoutLimitMax = 2;

/** Every way in which the users can consume in a stretch of time. Their order among each other makes no difference. */
export function worldsAfterUse(scenario: Scenario, world: SmallWorld, step: UseStep): readonly SmallWorld[] {
  return scenario.users.reduce<readonly SmallWorld[]>(
    (worlds, { joins = 0 }, user) =>
      joins > step.day
        ? worlds
        : worlds.flatMap((earlier) => {
            const most = mostOf(scenario, earlier, { user, step });
            return Array.from({ length: most + 1 }, (_, credits) =>
              consumed(earlier, { user, day: step.day, credits }),
            );
          }),
    [world],
  );
}

function mostOf(scenario: Scenario, world: SmallWorld, { user, step }: { user: number; step: UseStep }): number {
  const used = usedInPlatformWindow(scenario, world.use, { user, day: step.day, through: step.day });
  const { inFlightCredits, maxCreditsPerUserHour = Infinity } = scenario.assumptions;
  const inTime = Math.floor((maxCreditsPerUserHour * (step.untilMs - step.fromMs)) / hourMs);
  const reaches = (world.actual[user] ?? [])
    .filter((limit) => overlaps(limit, step))
    .map(({ limitCredits }) => {
      if (limitCredits === Infinity) {
        return used + withoutLimitMax;
      }
      // A turn begins only under a limit that is not met, and may then run past it.
      return limitCredits > used ? limitCredits + inFlightCredits : used;
    });
  return Math.min(inTime, Math.max(used, ...reaches) - used);
}

function overlaps({ fromMs, untilMs = Infinity }: LimitInForce, step: UseStep): boolean {
  return fromMs < step.untilMs && untilMs > step.fromMs;
}

function consumed(
  world: SmallWorld,
  { user, day, credits }: { user: number; day: number; credits: number },
): SmallWorld {
  const use = world.use.map((days, index) =>
    index === user ? days.map((before, number) => (number === day ? before + credits : before)) : days,
  );
  return credits === 0 ? world : { ...world, use };
}
