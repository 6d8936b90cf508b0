// What takes too long for `npm test`. Usage:
//   npm run soak [-- OPTIONS-OF-VITEST]
//   npm run soak -- calendar [DAY...]
//   npm run soak -- hundred-nights [--nights N] [--kills N] [--seed S] [--minutes N] [--upgrade-from REV] [--keep]
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { calendar } from '../support/calendar.ts';
import { dateSensitiveTests } from './date-sensitive-tests.ts';
import { hundredNights } from './hundred-nights/hundred-nights.ts';

const longTests = [
  'test/world',
  'test/unit/promise',
  'test/console',
  'test/e2e/deployed-night.test.ts',
  'test/architecture/add-a-watcher.test.ts',
  'test/infra/feature-flags.test.ts',
];

/** Runs tests; true when all of them pass. */
async function pass(args: readonly string[], env: Readonly<Record<string, string>>): Promise<boolean> {
  const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const [code] = (await once(vitest, 'exit')) as [number | null];
  return code === 0;
}

/**
 * Runs what goes by the clock, and the stories of the demo organizations, on each day of the calendar, or on those that are
 * named, as in a place whose clocks change. True when all of them pass on each; another day is refused.
 */
async function passOnDays(days: readonly string[]): Promise<boolean> {
  const known = Object.entries(calendar).map(([name, moment]) => ({ name, moment, day: moment.slice(0, 10) }));
  const unknown = days.find((day) => !known.some((one) => one.day === day));
  if (unknown !== undefined) {
    process.stderr.write(
      `error: ${unknown} is no day of the calendar; they are ${known.map(({ day }) => day).join(', ')}\n`,
    );
    return false;
  }
  const results: string[] = [];
  let isWell = true;
  for (const { name, moment, day } of known.filter((one) => days.length === 0 || days.includes(one.day))) {
    process.stdout.write(`\n${day}, ${name}\n`);
    const passes = await pass(dateSensitiveTests(), { CURFEW_TEST_MOMENT: moment, TZ: 'Europe/Berlin' });
    isWell &&= passes;
    results.push(`${passes ? 'passed' : 'FAILED'}  ${day}  ${name}`);
  }
  process.stdout.write(`\nThe suite on days of the calendar:\n${results.join('\n')}\n`);
  return isWell;
}

const [first, ...rest] = process.argv.slice(2);
process.exitCode = (await soak()) ? 0 : 1;

async function soak(): Promise<boolean> {
  if (first === 'calendar') {
    return passOnDays(rest);
  }
  return first === 'hundred-nights'
    ? hundredNights(rest)
    : pass([...longTests, ...process.argv.slice(2)], { CURFEW_SOAK: '1', CURFEW_SEED: 'random' });
}
