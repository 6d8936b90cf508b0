import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import * as z from 'zod';

import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import { editsOfNight, nightOfEdits } from '../scale/night-of-edits.ts';
import type { Contestant } from './contestant-names.ts';
import type { NightKind } from './night-kinds.ts';
import type { World } from './world.ts';

/** That of a function of 512 MB, with room for what is outside of the heap. */
const heapMbMax = 320;

const Process = z.object({ seconds: z.number(), cpuSeconds: z.number(), peakMb: z.number() });
const Night = Process.extend({
  limitsSent: z.int(),
  status: z.string(),
  tableCalls: z.record(z.string(), z.int()),
  writeUnits: z.number(),
  readUnits: z.number(),
});
const Floor = Process.extend({ calls: z.int() });
const Peer = Process.extend({
  runs: z.int(),
  alerts: z.int(),
  limitsSent: z.int(),
  tableCalls: z.int(),
  writeUnits: z.number(),
  readUnits: z.number(),
});

/** What somebody's day took. */
export interface DayFigures extends z.output<typeof Process> {
  readonly runs: number;
  /** Of the platform, and of what tells of use. */
  readonly calls: number;
  readonly tableCalls: number;
  readonly writeUnits: number;
  readonly readUnits: number;
  readonly limitsSent: number;
}

type RunDay = (world: World, night: NightKind) => Promise<DayFigures>;

/** A day of each, in a process of its own. The floor comes behind ours, whose calls it makes again. */
export const contestants: Readonly<Record<Contestant, RunDay>> = {
  async ours({ url, engine, folder, programs, ...world }, { kind, today }) {
    const args = ['night', kind, today, url, ...engine, callsFileOf(folder)];
    const { status, tableCalls, ...night } = Night.parse(await documentOf(programs.fileOf('night'), args));
    if (status !== 'complete') {
      throw new Error(`the ${kind} night ended ${status}`);
    }
    const calls = await world.takeCalls();
    const runs = kind === nightOfEdits ? 1 + editsOfNight : 1;
    return { ...night, runs, calls, tableCalls: Object.values(tableCalls).reduce((sum, count) => sum + count, 0) };
  },
  async floor({ url, folder, programs, ...world }) {
    const args = ['floor', url, callsFileOf(folder)];
    const { calls: made, ...floor } = Floor.parse(await documentOf(programs.fileOf('night'), args));
    const calls = await world.takeCalls();
    if (made !== calls) {
      throw new Error(`the floor made ${made} calls, the platform saw ${calls}`);
    }
    return { ...floor, runs: 1, calls, tableCalls: 0, writeUnits: 0, readUnits: 0, limitsSent: 0 };
  },
  async monitor({ telemetryUrl, engine, emails, programs, takeCalls }, { kind, today }) {
    const edited = kind === nightOfEdits ? emails.slice(0, editsOfNight) : [];
    const args = ['monitor', today, telemetryUrl, ...engine, ...edited];
    const { alerts: _alerts, ...day } = Peer.parse(await documentOf(programs.fileOf('peer'), args));
    return { ...day, calls: await takeCalls() };
  },
  async tracker({ url, folder, programs, takeCalls }, { today }) {
    const args = ['tracker', today, url, join(folder, 'tracker.sqlite')];
    const { alerts: _alerts, ...day } = Peer.parse(await documentOf(programs.fileOf('peer'), args));
    return { ...day, calls: await takeCalls() };
  },
};

function callsFileOf(folder: string): string {
  return join(folder, 'calls.jsonl');
}

/** Runs a program in a process of its own, and gives the document that it prints. */
async function documentOf(file: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMbMax}`, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: childEnvironment(process.env, 'tool'),
  });
  const printed = await text(child.stdout);
  return printed === '' ? Promise.reject(new Error(`${file} ${args[0]} printed nothing`)) : JSON.parse(printed);
}
