import { rmSync } from 'node:fs';

import { spreadOf, type Spread } from '../measure/spread.ts';
import { buildPrograms } from '../scale/build-programs.ts';
import { contestantNames, freshnessOf, type Contestant } from './contestant-names.ts';
import { contestants, type DayFigures } from './contestants.ts';
import type { Freshness } from './freshness.ts';
import { nightKinds } from './night-kinds.ts';
import { startWorld, type World } from './world.ts';

/** What a day of one kind took one of them. Counts are medians, too: those of a day hardly vary. */
interface NightRow extends Omit<DayFigures, 'cpuSeconds' | 'seconds' | 'peakMb'> {
  readonly kind: string;
  readonly about: string;
  readonly who: Contestant;
  readonly cpuSeconds: Spread;
  readonly seconds: Spread;
  readonly peakMb: Spread;
  readonly freshness: Freshness;
}

interface NightsDocument {
  readonly users: number;
  readonly rounds: number;
  readonly rows: readonly NightRow[];
}

interface NightsOrder {
  readonly users: number;
  readonly rounds: number;
  /** How many of the nights, from the first on. */
  readonly nights: number;
  /** All of them when absent. */
  readonly who?: readonly Contestant[];
}

/** Days of the same people under each of them, in turns; a round begins with an organization that none has seen. */
export async function measureNights({
  users,
  rounds,
  nights,
  who: chosen = contestantNames,
}: NightsOrder): Promise<NightsDocument> {
  const kinds = nightKinds.slice(0, nights);
  const measured = new Map<string, DayFigures[]>();
  const programs = buildPrograms({ night: 'scale/night-process.ts', peer: 'nights/peers/peer-process.ts' });
  try {
    for (let round = 0; round < rounds; round += 1) {
      const world = await startWorld(users, nightKinds[0]?.today ?? '', programs);
      try {
        for (const [index, night] of kinds.entries()) {
          await world.setDay(night.today);
          for (const who of inTurn(round + index).filter((each) => chosen.includes(each))) {
            const key = `${night.kind} ${who}`;
            measured.set(key, [...(measured.get(key) ?? []), await dayOf(world, who, night)]);
          }
        }
      } finally {
        await world.close();
      }
    }
  } finally {
    rmSync(programs.folder, { recursive: true });
  }
  const rows = kinds.flatMap(({ kind, about }) =>
    chosen.map((who) => ({
      kind,
      about,
      who,
      ...medians(measured.get(`${kind} ${who}`) ?? []),
      freshness: freshnessOf[who],
    })),
  );
  return { users, rounds, rows };
}

async function dayOf(world: World, who: Contestant, night: (typeof nightKinds)[number]): Promise<DayFigures> {
  return contestants[who](world, night);
}

/** Each begins in another turn; the floor comes behind ours. */
function inTurn(turn: number): readonly Contestant[] {
  const groups: readonly (readonly Contestant[])[] = [['ours', 'floor'], ['monitor'], ['tracker']];
  const first = turn % groups.length;
  return [...groups.slice(first), ...groups.slice(0, first)].flat();
}

function medians(days: readonly DayFigures[]) {
  const spread = (figure: (day: DayFigures) => number): Spread => spreadOf(days.map(figure));
  return {
    runs: spread(({ runs }) => runs).median,
    calls: spread(({ calls }) => calls).median,
    tableCalls: spread(({ tableCalls }) => tableCalls).median,
    writeUnits: spread(({ writeUnits }) => writeUnits).median,
    readUnits: spread(({ readUnits }) => readUnits).median,
    limitsSent: spread(({ limitsSent }) => limitsSent).median,
    cpuSeconds: spread(({ cpuSeconds }) => cpuSeconds),
    seconds: spread(({ seconds }) => seconds),
    peakMb: spread(({ peakMb }) => peakMb),
  };
}
