import { join } from 'node:path';

import { sumOfCalls } from '../measure/counting-dynamo.ts';
import { documentOf } from '../measure/programs.ts';
import { editsOfNight, nightOfEdits, type DayWork, type NightKind } from '../night/night-kinds.ts';
import type { Night } from '../night/one-run.ts';
import type { Floor, OfProcess } from '../night/recorded-calls.ts';
import type { World } from './world.ts';

/** That of a function of 512 MB, with room for what is outside of the heap. */
const heapMbMax = 320;

/** What a day took a contestant; calls are of the platform, and of the metrics. */
export interface DayFigures extends OfProcess, DayWork {
  readonly calls: number;
}

/** How old a credit is when it is known, in hours, for use spread evenly over the day. */
interface Freshness {
  readonly meanHours: number;
  readonly maxHours: number;
}

const dayHours = 24;

export function afterTheDay(hours: number): Freshness {
  return { meanHours: dayHours / 2 + hours, maxHours: dayHours + hours };
}

export function asItGoes(everyHours: number): Freshness {
  return { meanHours: everyHours / 2, maxHours: everyHours };
}

export interface Programs {
  readonly night: string;
  readonly peer: string;
}

interface Contestant {
  readonly label: string;
  /**
   * Ours reads a day two and a half hours after its end; the tracker, hourly, within an hour; the monitor a
   * quarter of an hour after use, by telemetry of each machine, which this platform does not offer and is granted here.
   */
  readonly freshness: Freshness;
  readonly endsIn: string;
  readonly runDay: (world: World, programs: Programs, night: NightKind) => Promise<DayFigures>;
}

async function inProcess<T>(program: string, args: readonly string[]): Promise<T> {
  return documentOf<T>([`--max-old-space-size=${heapMbMax}`, program, ...args]);
}

function callsFileOf({ folder }: World): string {
  return join(folder, 'calls.jsonl');
}

async function runPeer(program: string, args: readonly string[], { takeCalls }: World): Promise<DayFigures> {
  return { ...(await inProcess<OfProcess & DayWork>(program, args)), calls: await takeCalls() };
}

/** Those that look after the same people on the same days. The floor comes behind ours, whose calls it makes again. */
export const contestants = {
  ours: {
    label: 'ours',
    freshness: afterTheDay(2.5),
    endsIn: 'limits on the platform, alerts, mails',
    async runDay(world, programs, { kind, today }) {
      const args = ['night', kind, today, world.url, ...world.engine, callsFileOf(world)];
      const { status, tableCalls, ...night } = await inProcess<Night>(programs.night, args);
      if (status !== 'complete') {
        throw new Error(`the ${kind} night ended ${status}`);
      }
      const runs = kind === nightOfEdits ? 1 + editsOfNight : 1;
      return { ...night, runs, calls: await world.takeCalls(), tableCalls: sumOfCalls({ calls: tableCalls }) };
    },
  },
  floor: {
    label: 'ours: its calls alone',
    freshness: afterTheDay(2.5),
    endsIn: 'nothing',
    async runDay(world, programs) {
      const { calls: made, ...floor } = await inProcess<Floor>(programs.night, [
        'floor',
        world.url,
        callsFileOf(world),
      ]);
      const calls = await world.takeCalls();
      if (made !== calls) {
        throw new Error(`the floor made ${made} calls, the platform saw ${calls}`);
      }
      return { ...floor, runs: 1, calls, tableCalls: 0, writeUnits: 0, readUnits: 0, limitsSent: 0 };
    },
  },
  monitor: {
    label: 'quota monitor of AWS’s guidance',
    freshness: asItGoes(0.25),
    endsIn: 'alerts to admins; no limit on the platform',
    async runDay(world, programs, { kind, today }) {
      const edited = kind === nightOfEdits ? world.emails.slice(0, editsOfNight) : [];
      return runPeer(programs.peer, ['monitor', today, world.telemetryUrl, ...world.engine, ...edited], world);
    },
  },
  tracker: {
    label: 'hourly tracker',
    freshness: afterTheDay(1),
    endsIn: 'alerts to admins; no limit on the platform',
    async runDay(world, programs, { today }) {
      return runPeer(programs.peer, ['tracker', today, world.url, join(world.folder, 'tracker.sqlite')], world);
    },
  },
} as const satisfies Readonly<Record<string, Contestant>>;

export type ContestantName = keyof typeof contestants;
export const contestantNames = Object.keys(contestants) as readonly ContestantName[];
