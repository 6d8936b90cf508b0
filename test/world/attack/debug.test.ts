import fc from 'fast-check';
import { test } from 'vitest';
import { Attack } from './attack.ts';
import { someMonths } from './drawn-months.ts';
test('debug', { timeout: 900_000 }, async () => {
  const [d] = fc.sample(someMonths, { seed: Number(process.env['S']), path: process.env['P']!, numRuns: 1 });
  (globalThis as any).ATTACK_DEBUG = console.log;
  await new Attack({ ...d!, ...JSON.parse(process.env['O'] ?? '{}') }).play();
});
