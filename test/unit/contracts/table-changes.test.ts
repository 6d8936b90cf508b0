import { describe, expect, test } from 'vitest';
import { budgetRowOf, changesTerms, TableChange } from '../../../shared/contracts/table-changes.ts';

const Keys = { scope: { S: 'org' }, window: { S: 'month' } };

function aChange(NewImage?: Record<string, unknown>, OldImage?: Record<string, unknown>): TableChange {
  const images = { ...(NewImage && { NewImage }), ...(OldImage && { OldImage }) };
  return TableChange.parse({ eventName: 'MODIFY', dynamodb: { SequenceNumber: '7', Keys, ...images } });
}

describe('a change of a table', () => {
  test('names the row of the budgets table that it is about, and none of another table', () => {
    const ofGrants = {
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: '8', Keys: { kind: { S: 'top-up' }, id: { S: 'i' } } },
    };

    expect(budgetRowOf(aChange())).toEqual({ scope: 'org', window: 'month' });
    expect(budgetRowOf(TableChange.parse(ofGrants))).toBeUndefined();
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
      'a version and an author that are added',
      aChange(
        { ...Keys, amount: { N: '5' }, version: { N: '1' }, updatedBy: { S: 'unknown' } },
        { ...Keys, amount: { N: '5' } },
      ),
      false,
    ],
  ])('of %s is told from one that no limit depends on', (_title, change, isOne) => {
    expect(changesTerms(change)).toBe(isOne);
  });
});
