import { newWorld } from '../../emulator/api/new-world.ts';
import type { World } from '../../emulator/api/world.ts';
import { dayNumberAt, manualClock, type MovableClock } from '../../emulator/state/clock.ts';
import type { ControlsWorld } from '../../emulator/state/controls/controls-history.ts';
import { exactFigures, type SessionFigures } from '../../emulator/state/sessions/credit-meter.ts';
import type { SavedSlices } from '../../emulator/state/state-file.ts';
import { partOf } from './part-of.ts';

/** A world for tests: its clock is moved by hand, its people are numbered, its slices live in memory. */
type TestWorld = ControlsWorld & { readonly clock: MovableClock };

/** Slices that a second world can be started from, as after a restart. */
export function memorySlices(): SavedSlices {
  const slices = new Map<string, string>();
  return {
    load(name) {
      const stored = slices.get(name);
      return stored === undefined ? undefined : (JSON.parse(stored) as unknown);
    },
    save: (name, value) => void slices.set(name, JSON.stringify(value)),
  };
}

/** A world whose clock stands at `now` (ISO date-time); seed 7 and 40 people unless told otherwise. */
export function aWorld(options: {
  now: string;
  seed?: number;
  users?: number;
  empty?: boolean;
  saved?: SavedSlices;
}): TestWorld {
  const { now, seed = 7, users = 40, empty = false, saved = memorySlices() } = options;
  const people = Array.from({ length: users }, (_, index) => ({
    id: `user-${String(index).padStart(5, '0')}`,
    email: `person-${index}@acme.example`,
    firstName: `First${index}`,
    lastName: `Last${index}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    metadata: {},
  }));
  return { seed, clock: manualClock(Date.parse(now)), organization: partOf({ usersAt: () => people }), empty, saved };
}

/** A whole world of the emulator whose clock stands at `now` (ISO date-time); seed 7 and 40 people unless told otherwise. */
export function aWholeWorld(options: {
  now: string;
  users?: number;
  empty?: boolean;
  saved?: SavedSlices;
  figures?: Partial<SessionFigures>;
}): World {
  const { now, users = 40, empty = false, saved = memorySlices(), figures = {} } = options;
  const nowMs = Date.parse(now);
  const world = newWorld(
    {
      seed: 7,
      users,
      empty,
      today: dayNumberAt(nowMs),
      windowAnchorDay: 1,
      sessionFigures: { ...exactFigures, ...figures },
    },
    saved,
  );
  world.clock.moveTo(nowMs);
  return world;
}
