import { statSync } from 'node:fs';

import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { startProgram } from '../../../support/program.ts';
import { nodeOptionsAt } from '../../../support/suite-moment.ts';

const hourMs = 3_600_000;
const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

describe('the moment of the suite', () => {
  test('is the day that it was given, or its own, on whatever day it runs', () => {
    const { CURFEW_TEST_MOMENT: moment = '2026-11-24T10:00:00Z' } = process.env;

    expect(day(Date.now())).toBe(moment.slice(0, 10));
    expect(day(new Date().getTime())).toBe(moment.slice(0, 10));
  });

  test('is that of the programs which tests start as well', async () => {
    const program = startProgram('test/fixtures/print-now.ts', []);

    await program.ended();

    const { nowMs } = z.object({ nowMs: z.number() }).parse(JSON.parse(program.output()));
    expect(Math.abs(nowMs - Date.now())).toBeLessThan(hourMs);
  });

  test('leaves given dates, and what is a date, alone', () => {
    expect(new Date(2_026, 1, 29).getDate()).toBe(1);
    expect(new Date('2026-02-28T12:00:00Z').toISOString()).toBe('2026-02-28T12:00:00.000Z');
    expect(new Date(Number.NaN).getTime()).toBeNaN();
    expect(statSync(import.meta.filename).mtime).toBeInstanceOf(Date);
    expect({}).not.toBeInstanceOf(Date);
  });

  test('is named as a date-time; other options of Node stay', () => {
    const options = nodeOptionsAt({ CURFEW_TEST_MOMENT: '2028-02-29T10:00:00Z', NODE_OPTIONS: '--no-warnings' }, 0);

    expect(options).toMatch(/^--no-warnings --import=file:.*\/moved-clock\.ts\?aheadMs=1835431200000$/u);
    expect(() => nodeOptionsAt({ CURFEW_TEST_MOMENT: '29.2.2028' }, 0)).toThrow('and not 29.2.2028');
  });
});
