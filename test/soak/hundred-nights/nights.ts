import { randomOf } from '../../../emulator/state/random.ts';
import type { Machine } from './machine.ts';
import type { MovedProgram } from './program.ts';

/** How many nights, from which moment, and what everything drawn follows from. */
export interface Plan {
  readonly nights: number;
  readonly kills: number;
  readonly seed: number;
  /** Unix milliseconds. */
  readonly beginMs: number;
  /** An earlier checkout for the first half. */
  readonly earlier: string | undefined;
}

const dayMs = 86_400_000;
const hoursMax = 4;
const betweenMs = 15_000;
const editEveryNights = 4;
const editUnitCredits = 100_000;

/** The moment of a night, Unix milliseconds. */
export function momentOf({ beginMs }: Pick<Plan, 'beginMs'>, night: number): number {
  return beginMs + night * dayMs;
}

/** What an admin types before a night, if anything; the same in both runs. */
export function editOf({ seed }: Pick<Plan, 'seed'>, night: number): readonly string[] | undefined {
  const isDue = night % editEveryNights === editEveryNights - 1;
  const amount = randomOf(seed, 'edit', night).integer(10, 60) * editUnitCredits;
  return isDue ? ['budgets', 'set', 'default', 'month', String(amount), '--yes'] : undefined;
}

/** How a program says that a night ended: complete, held for a day that looks wrong, or otherwise. */
const nightStatus = /^Night (?:(?!^Status )[^])*^Status +(\w+)$/mu;

/** The status of the night in what a program wrote; undefined where it did not come so far. */
export function statusIn(output: string): string | undefined {
  return nightStatus.exec(output)?.[1];
}

/** Whether another run of the night has nothing to do: it is complete, or held and changes no limit. */
export function isSettled(output: string): boolean {
  return statusIn(output) === 'complete' || (statusIn(output) === 'held' && /^Caps changed +0$/mu.test(output));
}

/** How each night ended, and what went wrong. */
interface Undisturbed {
  readonly statuses: readonly (string | undefined)[];
  readonly problems: readonly string[];
}

/** Every night as it should be, and one more. */
export async function undisturbedNights(machine: Machine, plan: Plan): Promise<Undisturbed> {
  const problems: string[] = [];
  const statuses: (string | undefined)[] = [];
  for (let night = 0; night <= plan.nights; night += 1) {
    const atMs = momentOf(plan, night);
    await machine.moveTo(atMs);
    const edit = editOf(plan, night);
    if (edit !== undefined) {
      problems.push(...(await problemsOf(machine.command(edit, { atMs }), `night ${night}, ${edit.join(' ')}`)));
    }
    let said = '';
    // As each hour does: a night that is held may give more once its first limits are confirmed.
    for (let hours = 0; hours < hoursMax && !isSettled(said); hours += 1) {
      const program = machine.night({ atMs: atMs + hours * betweenMs });
      problems.push(...(await problemsOf(program, `night ${night}`)));
      said = program.output();
    }
    statuses.push(statusIn(said));
  }
  return { statuses, problems };
}

/** Waits for the end of a program that has to end well; what it said otherwise. */
export async function problemsOf(program: MovedProgram, name: string): Promise<readonly string[]> {
  const code = await program.ended;
  return code === 0 ? [] : [`${name} ended with code ${code}:\n${program.output()}`];
}
