import { describe, expect, test } from 'vitest';

import { editedRowOf, changesTerms, TableChange } from '../../../../shared/kernel/contract/table-changes.ts';

const Keys = { scope: { S: 'org' }, window: { S: 'month' } };

function aChange(NewImage?: Record<string, unknown>, OldImage?: Record<string, unknown>): TableChange {
  const images = { ...(NewImage && { NewImage }), ...(OldImage && { OldImage }) };
  return TableChange.parse({ eventName: 'MODIFY', dynamodb: { SequenceNumber: '7', Keys, ...images } });
}

describe('a change of a table', () => {
  test.each([
    [Keys, { table: 'budgets', scope: 'org', window: 'month' }],
    [{ name: { S: 'web' } }, { table: 'teams', name: 'web' }],
    [
      { kind: { S: 'top-up' }, id: { S: 'i' } },
      { table: 'grants', kind: 'top-up', id: 'i' },
    ],
    [{ kind: { S: 'tea' }, id: { S: 'i' } }, undefined],
    [{ mailId: { S: 'm' } }, undefined],
  ])('of %j names the row that somebody edited, and none of a table that nobody edits', (keys, row) => {
    const change = { eventName: 'INSERT', dynamodb: { SequenceNumber: '8', Keys: keys } };

    expect(editedRowOf(TableChange.parse(change))).toEqual(row);
  });

  test.each([
    ['a row that appears', aChange({ ...Keys, amount: { N: '5' } }), true],
    ['a row that is gone', aChange(undefined, { ...Keys, amount: { N: '5' } }), true],
    ['another amount', aChange({ ...Keys, amount: { N: '6' } }, { ...Keys, amount: { N: '5' } }), true],
    [
      'an author that is claimed',
      aChange(
        { ...Keys, version: { N: '1' }, updatedBy: { S: 'cfo' } },
        { ...Keys, version: { N: '1' }, updatedBy: { S: 'ada' } },
      ),
      true,
    ],
    [
      'who is claimed to have made it',
      aChange({ ...Keys, createdBy: { S: 'cfo' } }, { ...Keys, createdBy: { S: 'ada' } }),
      true,
    ],
    [
      'a version and an author that are added',
      aChange(
        { ...Keys, amount: { N: '5' }, version: { N: '1' }, updatedBy: { S: 'unknown' } },
        { ...Keys, amount: { N: '5' } },
      ),
      false,
    ],
  ])('of %s is distinguished from one that no limit depends on', (_title, change, isOne) => {
    expect(changesTerms(change)).toBe(isOne);
  });
});
