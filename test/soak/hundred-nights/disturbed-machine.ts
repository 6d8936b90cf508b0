import { setTimeout as sleep } from 'node:timers/promises';

import { type Random, randomOf } from '../../../emulator/state/random.ts';
import { dayOf } from '../../../shared/kernel/time/day.ts';
import { hasSmallDisks, smallDisk } from './full-disk.ts';
import { type Machine, type Order, type TakenMail, tell } from './machine.ts';
import { editOf, isSettled, momentOf, type Plan, problemsOf, statusIn } from './nights.ts';
import { drawFault } from './platform-faults.ts';
import type { MovedProgram } from './program.ts';

/** What a disturbed run did to its installation. */
export interface Disturbances {
  /** By the moment, and of the engine instead of the program. */
  readonly kills: Record<'at a moment' | 'at a call' | 'at a mail' | 'engine', number>;
  faultsArmed: number;
  faultsFired: number;
  fullDisks: number;
  fullDisksFelt: number;
  /** The day whose tables were replaced by those of a backup, and the next two: until evidence is there again. */
  readonly lostDays: string[];
  /** The mails that were taken after that backup was made. */
  readonly lostMails: TakenMail[];
  upgrades: number;
  readonly programs: { count: number; seconds: number };
  /** What should not have been, in words. */
  readonly problems: string[];
}

/** The program has opened everything when it says this. */
const openWords = 'DynamoDB engine';
/** Programs of one night are on a clock that goes on by so much between them. */
const betweenMs = 50;
/** As many calls as each night makes. */
const callsMax = 10;
const waysInNight = [
  'at a moment',
  'at a moment',
  'at a call',
  'at a call',
  'at a mail',
  'at a mail',
  'engine',
] as const;
const waysAfterIt = ['at a moment', 'engine'] as const;
const faultyShare = 0.5;
const faultAloneShare = 0.3;
const earlyShare = 0.2;
const fullDiskEveryNights = 10;
const lastTriesMax = 4;

/** The night before which a backup is restored and the program upgraded: no edit is lost with the night before it. */
function middleOf(plan: Plan): number {
  const half = Math.max(2, Math.floor(plan.nights / 2));
  return editOf(plan, half - 1) === undefined ? half : half + 1;
}

/** An installation to which everything is done that can be. */
export class DisturbedMachine {
  readonly done: Disturbances = {
    kills: { 'at a moment': 0, 'at a call': 0, 'at a mail': 0, engine: 0 },
    faultsArmed: 0,
    faultsFired: 0,
    fullDisks: 0,
    fullDisksFelt: 0,
    lostDays: [],
    lostMails: [],
    upgrades: 0,
    programs: { count: 0, seconds: 0 },
    problems: [],
  };
  readonly #machine: Machine;
  readonly #plan: Plan;
  readonly #statuses: readonly (string | undefined)[];
  readonly #middle: number;
  readonly #hasSmallDisks = hasSmallDisks();
  /** How long a program takes to open everything, and works after that; milliseconds, measured as it goes. */
  #openMs = 2_000;
  readonly #workMs = { night: 3_000, afterIt: 1_500 };
  /** What is left of it is a look at the controls. */
  #isNightOver = false;
  /** What the clock of the next program shows. */
  #atMs = 0;
  #root: Pick<Order, 'root'> = {};
  #mailsAtBackup = 0;

  /** `statuses`: how each night has to end. */
  constructor(machine: Machine, plan: Plan, statuses: readonly (string | undefined)[]) {
    this.#statuses = statuses;
    this.#machine = machine;
    this.#plan = plan;
    this.#middle = middleOf(plan);
  }

  get killCount(): number {
    return Object.values(this.done.kills).reduce((sum, count) => sum + count, 0);
  }

  /** One night with its share of the kills, which ends well. */
  async night(night: number): Promise<void> {
    const random = randomOf(this.#plan.seed, 'night', night);
    await this.#begin(night);
    await this.#killedEdit(night, random);
    if (this.#hasSmallDisks && night % fullDiskEveryNights === Math.min(2, this.#plan.nights - 1)) {
      await this.#fillDisk(random);
    }
    const wanted = Math.round(((night + 1) * this.#plan.kills) / this.#plan.nights);
    // Some programs end before their moment: with twice as many tries as kills, few nights have too few.
    for (let left = 2 * (wanted - this.killCount); left > 0 && this.killCount < wanted; left -= 1) {
      const isFaulty = random.chance(faultyShare);
      if (isFaulty) {
        await this.#armFaults(random);
      }
      const work = isFaulty && random.chance(faultAloneShare) ? ended : this.#kill(random);
      await this.#oneNight(work);
      await this.#disarm();
    }
    await this.#endWell(night);
  }

  /** A night to which nothing is done. */
  async calmNight(night: number): Promise<void> {
    await this.#begin(night);
    await this.#edit(night);
    await this.#endWell(night);
  }

  /** At the first night and in the middle, the installation changes. */
  async #begin(night: number): Promise<void> {
    this.#atMs = momentOf(this.#plan, night);
    this.#isNightOver = false;
    await this.#machine.moveTo(this.#atMs);
    const { earlier } = this.#plan;
    if (earlier !== undefined && night === 0) {
      this.#root = { root: earlier };
    }
    if (night === this.#middle - 1) {
      this.#mailsAtBackup = (await this.#machine.mails()).length;
    }
    if (night !== this.#middle) {
      return;
    }
    if (earlier !== undefined) {
      this.#root = {};
      this.done.upgrades += 1;
    }
    await this.#command(['restore', '--yes'], `night ${night}, restore`);
    this.done.lostMails.push(...(await this.#machine.mails()).slice(this.#mailsAtBackup));
    // The nights after it start from what the backup knows.
    this.done.lostDays.push(...[night - 1, night, night + 1].map((each) => dayOf(momentOf(this.#plan, each))));
  }

  /** Runs a program with its clock after that of the one before. */
  async #during(start: (order: Order) => MovedProgram, work: (program: MovedProgram) => Promise<void>): Promise<void> {
    const beganMs = performance.now();
    const program = start({ atMs: this.#atMs, ...this.#root });
    await work(program);
    await program.ended;
    const tookMs = performance.now() - beganMs;
    this.done.programs.count += 1;
    this.done.programs.seconds += tookMs / 1_000;
    this.#atMs += Math.ceil(tookMs) + betweenMs;
  }

  async #command(words: readonly string[], name: string): Promise<void> {
    await this.#during(
      (order) => this.#machine.command(words, order),
      async (program) => void this.done.problems.push(...(await problemsOf(program, name))),
    );
  }

  async #edit(night: number): Promise<void> {
    const words = editOf(this.#plan, night);
    if (words !== undefined) {
      await this.#command(words, `night ${night}, ${words.join(' ')}`);
    }
  }

  /** The command is killed, and typed again. */
  async #killedEdit(night: number, random: Random): Promise<void> {
    const words = editOf(this.#plan, night);
    if (words !== undefined) {
      await this.#during(
        (order) => this.#machine.command(words, order),
        async (program) => this.#killAfter(program, random.float() * this.#openMs),
      );
      await this.#edit(night);
    }
  }

  async #fillDisk(random: Random): Promise<void> {
    const disk = smallDisk(this.#machine.stateDir, random.integer(1, 40) * 16);
    this.done.fullDisks += 1;
    await this.#during(
      (order) => this.#machine.night({ ...order, through: disk.through }),
      async (program) => {
        await program.ended;
        this.done.fullDisksFelt += /full|ENOSPC|no space/iu.test(program.output()) ? 1 : 0;
      },
    );
    disk.takeBack();
  }

  /** A drawn way to kill a program. */
  #kill(random: Random): (program: MovedProgram) => Promise<void> {
    const way = random.pick(this.#isNightOver ? waysAfterIt : waysInNight);
    switch (way) {
      case 'at a call':
      case 'at a mail':
        return async (program) => this.#killAtCall(program, way, random);
      case 'engine':
        return async (program) => {
          await program.says(openWords);
          await Promise.race([sleep(random.float() * this.#lengthMs), program.ended]);
          this.done.kills.engine += program.isRunning() && program.killEngine() ? 1 : 0;
        };
      case 'at a moment':
        return async (program) => {
          const isEarly = random.chance(earlyShare);
          await (isEarly ? undefined : program.says(openWords));
          await this.#killAfter(program, random.float() * (isEarly ? this.#openMs : this.#lengthMs));
        };
    }
  }

  async #killAfter(program: MovedProgram, afterMs: number): Promise<void> {
    await Promise.race([sleep(afterMs), program.ended]);
    if (program.isRunning()) {
      program.kill();
      this.done.kills['at a moment'] += 1;
    }
  }

  /** Before the platform or the mail service has carried out a call, or after that and before the program hears of it. */
  async #killAtCall(program: MovedProgram, way: 'at a call' | 'at a mail', random: Random): Promise<void> {
    const tap = way === 'at a call' ? this.#machine.platform : this.#machine.mailService;
    tap.order({
      nth: way === 'at a call' ? random.integer(1, callsMax) : 1,
      moment: random.pick(['before', 'after']),
      act: () => {
        this.done.kills[way] += program.isRunning() ? 1 : 0;
        program.kill();
      },
    });
    await program.ended;
    tap.order(undefined);
  }

  /** Undisturbed, as the next hour would be; again where what was before it takes time. */
  async #endWell(night: number): Promise<void> {
    let said = '';
    for (let tries = 0; tries < lastTriesMax; tries += 1) {
      let code: number | null = null;
      await this.#oneNight(async (program) => {
        code = await program.ended;
        said = program.output();
      });
      if (code === 0 && isSettled(said) && statusIn(said) === this.#statuses[night]) {
        return;
      }
      said = `code ${code}:\n${said}`;
    }
    this.done.problems.push(`night ${night} did not end well in ${lastTriesMax} undisturbed runs, ${said}`);
  }

  get #lengthMs(): number {
    return this.#workMs[this.#isNightOver ? 'afterIt' : 'night'];
  }

  /** A program of this night, with how long it takes where it is left to itself. */
  async #oneNight(work: (program: MovedProgram) => Promise<void>): Promise<void> {
    await this.#during(
      (order) => this.#machine.night(order),
      async (program) => {
        const beganMs = performance.now();
        const opened = program.says(openWords).then(() => performance.now() - beganMs);
        await work(program);
        const code = await program.ended;
        if (code === 0) {
          this.#openMs = await opened;
          this.#workMs[this.#isNightOver ? 'afterIt' : 'night'] = performance.now() - beganMs - this.#openMs;
        }
        this.#isNightOver ||= statusIn(program.output()) === 'complete';
      },
    );
  }

  async #armFaults(random: Random): Promise<void> {
    const faults = Array.from({ length: random.integer(1, 3) }, () => drawFault(random));
    await tell(`${this.#machine.platformUrl}/__sim/faults`, faults);
    this.done.faultsArmed += faults.length;
  }

  async #disarm(): Promise<void> {
    const url = `${this.#machine.platformUrl}/__sim/faults`;
    const armed = (await (await fetch(url)).json()) as readonly { readonly fired: number }[];
    this.done.faultsFired += armed.reduce((sum, { fired }) => sum + fired, 0);
    await fetch(url, { method: 'DELETE' });
  }
}

/** Leaves a program to itself. */
async function ended(program: MovedProgram): Promise<void> {
  await program.ended;
}
