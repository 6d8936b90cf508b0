import { expect, test } from 'vitest';
import * as z from 'zod';

import { EnvironmentError, readEnvironment } from '../../../../shared/kernel/runtime/read-environment.ts';

const Schema = z.object({
  CURFEW_TABLE_RUNS: z.string().describe('the name of the table “runs”'),
  CURFEW_RETRIES: z.coerce.number({ error: 'must be a number' }).describe('how often to try again'),
});

test('the variables of the schema are read and all others are left alone', () => {
  const env = readEnvironment(Schema, { CURFEW_TABLE_RUNS: 'runs', CURFEW_RETRIES: '3', HOME: '/home/somebody' });

  expect(env).toEqual({ CURFEW_TABLE_RUNS: 'runs', CURFEW_RETRIES: 3 });
});

test('one message names every variable that is missing or wrong, and how to put it right', () => {
  const reading = () => readEnvironment(Schema, { CURFEW_RETRIES: 'many' });

  expect(reading).toThrow(EnvironmentError);
  expect(reading).toThrow(/CURFEW_TABLE_RUNS.*“runs”/u);
  expect(reading).toThrow(/CURFEW_RETRIES.*number.*how often/u);
});

test('an empty variable counts as missing', () => {
  const reading = () => readEnvironment(Schema, { CURFEW_TABLE_RUNS: '', CURFEW_RETRIES: '3' });

  expect(reading).toThrow(/CURFEW_TABLE_RUNS is missing/);
});

test('a message never repeats a value, since it may be a secret', () => {
  const reading = () => readEnvironment(Schema, { CURFEW_TABLE_RUNS: 'runs', CURFEW_RETRIES: 'sk-live-4711' });

  expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('4711') }));
});
