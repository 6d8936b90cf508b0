import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { trialTableOf, tablePrefix, temporaryTables } from '../../../../cli/doctor/trial/aws/own-tables.ts';

const begunMs = Date.parse('2026-03-15T09:08:07Z');

describe('the names of temporary tables', () => {
  test('say when their run was begun, to the second', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 4_000_000_000 }), (word, second) => {
        const prefix = tablePrefix(second * 1000, word);

        const known = Object.values(temporaryTables(prefix)).map(trialTableOf);

        expect(new Set(known.map((run) => run?.begunMs))).toEqual(new Set([second * 1000]));
        expect(new Set(known.map((run) => run?.prefix))).toEqual(new Set([prefix]));
      }),
    );
  });

  test('are names that DynamoDB takes', () => {
    const names = Object.values(temporaryTables(tablePrefix(begunMs, '0f8fad5b-d9cb-469f-a165-70867728950e')));

    expect(names[0]).toBe('curfew-smoke-20260315t090807z-0f8fad5b-budgets');
    expect(names.every((name) => /^[a-zA-Z0-9_.-]{3,255}$/.test(name))).toBe(true);
  });

  test.each([
    'curfew-ledger',
    'curfew-smoke-ledger',
    'curfew-smoke-20260315t090807z-0f8fad5b-customers',
    'curfew-smoke-20261315t090807z-0f8fad5b-ledger',
    'my-curfew-smoke-20260315t090807z-0f8fad5b-ledger',
    'curfew-smoke-20260315t090807z-0f8fad5b-toString',
  ])('are not mistaken: %s is nobody’s', (name) => {
    expect(trialTableOf(name)).toBeUndefined();
  });
});
