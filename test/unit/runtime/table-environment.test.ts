import { expect, test } from 'vitest';
import * as z from 'zod';

import { readEnvironment } from '../../../shared/runtime/read-environment.ts';
import { tableNames, tableVariables } from '../../../shared/runtime/table-environment.ts';

const Schema = z.object(tableVariables(['budgets', 'runs']));

test('each table has a variable with its name', () => {
  const env = readEnvironment(Schema, { CURFEW_TABLE_BUDGETS: 'acme-budgets', CURFEW_TABLE_RUNS: 'acme-runs' });

  expect(tableNames(['budgets', 'runs'], env)).toEqual({ budgets: 'acme-budgets', runs: 'acme-runs' });
});

test('every missing table is named', () => {
  const reading = () => readEnvironment(Schema, {});

  expect(reading).toThrow(/CURFEW_TABLE_BUDGETS is missing.*\n.*CURFEW_TABLE_RUNS is missing/);
});
