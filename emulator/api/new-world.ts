import { z } from 'zod';

import { DAY_MS, dayNumberAt, manualClock, type MovableClock, runningClock } from '../state/clock.ts';
import { generatedLimits, generatedMembers } from '../state/members/generated-members.ts';
import { rosterOf } from '../state/members/roster.ts';
import { exactFigures, type SessionFigures } from '../state/sessions/credit-meter.ts';
import type { SavedSlices } from '../state/state-file.ts';
import { consumptionOf } from '../state/usage/consumption.ts';
import { demandBook } from '../state/usage/demand-book.ts';
import { limitBook } from '../state/usage/limit-book.ts';
import type { World } from './world.ts';

const SavedClock = z.object({ nowMs: z.number() });
const SavedStart = z.object({ day: z.number() });

/** A seed's world, continuing from what was saved. */
export function newWorld(
  options: {
    readonly users: number;
    readonly seed: number;
    readonly empty: boolean;
    /** The start day of a manual clock; undefined: a running clock. */
    readonly today: number | undefined;
    readonly windowAnchorDay: number;
    /** Default: sessions show every credit at once. */
    readonly sessionFigures?: SessionFigures;
  },
  saved: SavedSlices,
): World {
  const { seed, users, empty } = options;
  const clock = clockOf(options.today, saved);
  const plan = { seed, users, empty, startDay: startDayOf(clock, saved) };
  const members = generatedMembers(plan);
  const limits = limitBook(generatedLimits(plan, members), saved);
  const demand = demandBook(seed, saved);
  const sources = { clock, demand, limits, windowAnchorDay: options.windowAnchorDay };
  return {
    seed,
    size: users,
    sessionFigures: options.sessionFigures ?? exactFigures,
    clock,
    organization: rosterOf(seed, members, saved),
    empty,
    saved,
    demand,
    limits,
    consumption: consumptionOf(sources),
  };
}

/** A moved manual clock stays at its time; a running one stores only its offset. */
function clockOf(today: number | undefined, saved: SavedSlices): MovableClock {
  const stored = SavedClock.safeParse(saved.load('clock'));
  const movedToMs = stored.success ? stored.data.nowMs : 0;
  const clock = today === undefined ? runningClock({ now: Date.now }) : manualClock(today * DAY_MS);
  clock.moveTo(Math.max(movedToMs, clock.now()));
  return clock;
}

/** The roster has its exact size on the emulator's first day, so that day is stored. */
function startDayOf(clock: MovableClock, saved: SavedSlices): number {
  const stored = SavedStart.safeParse(saved.load('start'));
  if (stored.success) {
    return stored.data.day;
  }
  const day = dayNumberAt(clock.now());
  saved.save('start', { day });
  return day;
}
