import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { compareLeft, compareMails, type Comparison, type MailFigures } from './compare.ts';
import { DisturbedMachine, type Disturbances } from './disturbed-machine.ts';
import { type Left, readLeft, wayKinds } from './end-state.ts';
import { hasSmallDisks } from './full-disk.ts';
import { type Machine, openMachine, thisCheckout, type TakenMail } from './machine.ts';
import { momentOf, type Plan, undisturbedNights } from './nights.ts';

/** Half past three: the hourly run of that moment finishes a night that did not end well. A holiday and a month's turn follow. */
const beginMs = Date.parse('2026-11-24T03:30:00Z');

/** An hour after a night begins, it is over. */
const afterMs = 3_600_000;

interface Ran {
  readonly left: Left;
  readonly taken: readonly TakenMail[];
  /** What `curfew status --json` says. */
  readonly status: string;
}

/**
 * Runs an installation over many nights twice, once undisturbed and once with everything that can be done to it, and
 * compares what is there at the end. `--nights`, `--kills`, `--seed`; `--minutes`: nights that begin later are left alone;
 * `--upgrade-from REV`: the first half runs an earlier revision. True when both ended the same and no mail went out twice.
 * Raises what `parseArgs` raises.
 */
export async function hundredNights(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      nights: { type: 'string', default: '100' },
      kills: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string' },
      'upgrade-from': { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const [nights = 0, kills = 0, seed = 0] = [values.nights, values.kills, values.seed].map(Number);
  const dir = mkdtempSync(join(tmpdir(), 'curfew-nights-'));
  const revision = values['upgrade-from'];
  const earlier = revision === undefined ? undefined : checkOut(revision, join(dir, 'earlier'));
  const plan: Plan = { nights, kills, seed, beginMs, earlier };
  try {
    const problems: string[] = [];
    const statuses: (string | undefined)[] = [];
    const should = await ran(join(dir, 'undisturbed'), nights, async (machine) => {
      const nightsBefore = await undisturbedNights(machine, plan);
      problems.push(...nightsBefore.problems);
      statuses.push(...nightsBefore.statuses);
    });
    let done: Disturbances | undefined;
    const is = await ran(join(dir, 'disturbed'), nights, async (machine) => {
      const untilMs = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
      const disturbed = new DisturbedMachine(machine, plan, statuses);
      done = disturbed.done;
      for (let night = 0; night < nights; night += 1) {
        await (performance.now() < untilMs ? disturbed.night(night) : disturbed.calmNight(night));
        say(`night ${night + 1} of ${nights}: ${disturbed.killCount} kills`);
      }
      await disturbed.calmNight(nights);
      problems.push(...done.problems);
    });
    if (done === undefined) {
      return false;
    }
    const comparison = compareLeft(should.left, is.left, done.lostDays);
    const mails = compareMails(should.left.written, { ...is, written: is.left.written }, done);
    report({ plan, done, comparison, mails, problems, revision });
    return (
      problems.length +
        comparison.differences.length +
        mails.twice.length +
        mails.neverTaken.length +
        mails.unnamed.length ===
      0
    );
  } finally {
    if (earlier !== undefined) {
      git('worktree', 'remove', '--force', earlier);
    }
    if (values.keep) {
      say(`Everything is kept in ${dir}`);
    } else {
      rmSync(dir, { recursive: true, force: true });
    }
  }
}

async function ran(dir: string, nights: number, work: (machine: Machine) => Promise<void>): Promise<Ran> {
  const machine = await openMachine(dir, beginMs);
  try {
    await work(machine);
    writeFileSync(join(dir, 'mails.json'), JSON.stringify(await machine.mails()));
    const asked = machine.command(['status', '--json'], { atMs: momentOf({ beginMs }, nights) + afterMs });
    await asked.ended;
    return { left: await readLeft(machine), taken: await machine.mails(), status: asked.output() };
  } finally {
    await machine.close();
  }
}

/** An earlier revision in a folder of its own, with the packages of this one. */
function checkOut(revision: string, folder: string): string {
  git('worktree', 'add', '--quiet', '--detach', folder, revision);
  symlinkSync(join(thisCheckout, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', ['-C', thisCheckout, ...args], { encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`git ${args.join(' ')}: ${stderr}`);
  }
}

interface Findings {
  readonly plan: Plan;
  readonly done: Disturbances;
  readonly comparison: Comparison;
  readonly mails: MailFigures;
  readonly problems: readonly string[];
  readonly revision: string | undefined;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report({ plan, done, comparison, mails, problems, revision }: Findings): void {
  const { kills, programs } = done;
  const killCount = Object.values(kills).reduce((sum, count) => sum + count, 0);
  const same = comparison.compared.filter(({ differing }) => differing === 0);
  const way = comparison.compared.filter(({ name }) => wayKinds.has(name));
  const lines = [
    `${plan.nights} nights, seed ${plan.seed}: ${killCount} kills (${Object.entries(kills)
      .map(([how, count]) => `${how} ${count}`)
      .join(', ')})`,
    `${done.faultsArmed} platform faults armed, which fired ${done.faultsFired} times`,
    hasSmallDisks()
      ? `${done.fullDisks} nights on a full disk, ${done.fullDisksFelt} said so`
      : 'no full disk: this system has no user namespaces',
    `a backup restored, which lost the night of ${done.lostDays[0]}`,
    revision === undefined ? 'no upgrade: no --upgrade-from' : `${done.upgrades} upgrade from ${revision}`,
    `${programs.count} programs, ${(programs.seconds / Math.max(1, programs.count)).toFixed(1)} s each`,
    `mails: ${mails.written} written, ${mails.taken} taken, ${mails.twice.length} twice, ${mails.neverTaken.length} said to be sent and never taken, ${mails.unknown.length} of unknown outcome of which ${mails.unnamed.length} are not named`,
    `mails of the undisturbed run that were not written: ${mails.unwritten.length}`,
    `the same as undisturbed: ${same.map(({ name, lines: count }) => `${name} (${count})`).join(', ')}`,
    `of the way there differ: ${way.map(({ name, lines: count, differing }) => `${name} ${differing} of ${count}`).join(', ')}`,
    ...(mails.unnamed.length === 0 ? [] : ['', 'Not named:', ...mails.unnamed]),
    ...(mails.unwritten.length === 0 ? [] : ['', 'Not written:', ...mails.unwritten]),
    ...(mails.unknown.length === 0 ? [] : ['', 'Of unknown outcome:', ...mails.unknown]),
    ...(mails.twice.length === 0 ? [] : ['', 'Sent twice:', ...mails.twice]),
    ...(mails.neverTaken.length === 0 ? [] : ['', 'Never taken:', ...mails.neverTaken]),
    ...(comparison.differences.length === 0 ? [] : ['', 'NOT the same:', ...comparison.differences]),
    ...(problems.length === 0 ? [] : ['', 'Problems:', ...problems]),
  ];
  say(`\n${lines.join('\n')}`);
}
