import { randomBytes } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';

import type { LedgerStore, LimitStore, UserStore } from '../../shared/enforcement/ports.ts';
import { dynamoJournal } from '../../shared/journal/store/dynamo-journal.ts';
import { FencedOffError } from '../../shared/kernel/runs/ports.ts';
import { UnprocessedItemsError } from '../../shared/kernel/store/batches.ts';
import { queryAll } from '../../shared/kernel/store/read-pages.ts';
import { BrokenItemError } from '../../shared/kernel/store/stored-item.ts';
import { TransactionFailedError } from '../../shared/kernel/store/transact.ts';
import { dynamoLedgerStore } from '../../shared/ledger/store/dynamo-ledger-store.ts';
import { dynamoLimitStore } from '../../shared/limits/store.ts';
import { dynamoUserStore } from '../../shared/roster/store.ts';
import { broken, cancelled, throttled } from '../support/fault-proxy.ts';
import { quickBackoff, useSpoiledEngine } from '../support/spoiled-engine.ts';

const engine = useSpoiledEngine();

const day = '2026-03-15';
const march = { from: '2026-03-01', through: '2026-03-31' };
const rows = Array.from({ length: 10 }, (_, index) => ({ userId: `u-${index}`, credits: index, email: null }));
const people = rows.map(({ userId }) => ({ userId }));
const record = { userId: 'u-1', email: 'a@x.example', unsettled: [] };

function ledger(): LedgerStore {
  return dynamoLedgerStore(engine.dynamo(), engine.tables().ledger, quickBackoff);
}
function users(): UserStore {
  return dynamoUserStore(engine.dynamo(), engine.tables().users, quickBackoff);
}
function limits(): LimitStore {
  return dynamoLimitStore(engine.dynamo(), engine.tables().limits, quickBackoff);
}

describe('batches that DynamoDB does not process', () => {
  test('what is left of a write is sent again until all is there', async () => {
    engine.spoil({ operation: 'BatchWriteItem', nth: 1, fault: { kind: 'unprocessed', done: 3 } });
    engine.spoil({ operation: 'BatchWriteItem', nth: 2, fault: { kind: 'unprocessed', done: 0 } });

    await users().put(people);

    expect(engine.countOf('BatchWriteItem')).toBe(3);
    expect(await users().list()).toEqual(people);
  });

  test('a write that is put off for ever ends in an error that names table and count', async () => {
    engine.spoil({ operation: 'BatchWriteItem', nth: 1, fault: { kind: 'unprocessed', done: 3 } });
    for (const nth of [2, 3, 4]) {
      engine.spoil({ operation: 'BatchWriteItem', nth, fault: { kind: 'unprocessed', done: 0 } });
    }

    const write = users().put(people);

    await expect(write).rejects.toThrow(UnprocessedItemsError);
    await expect(write).rejects.toThrow(`7 items of table ${engine.tables().users}`);
    expect(engine.countOf('BatchWriteItem')).toBe(quickBackoff.triesMax);
  });

  test('what is left of a read is asked for again', async () => {
    await ledger().putRows(day, rows);
    const before = engine.countOf('BatchGetItem');
    engine.spoil({ operation: 'BatchGetItem', nth: before + 1, fault: { kind: 'unprocessed', done: 0 } });
    engine.spoil({ operation: 'BatchGetItem', nth: before + 2, fault: { kind: 'unprocessed', done: 20 } });

    const read = await ledger().readUser('u-3', march);

    expect(read).toEqual([{ day, credits: 3 }]);
  });

  test('a read that is put off for ever ends in an error that names table and count', async () => {
    engine.spoil({ operation: 'BatchGetItem', fault: { kind: 'unprocessed', done: 0 } });

    const read = ledger().readUser('u-3', march);

    await expect(read).rejects.toThrow(`64 items of table ${engine.tables().ledger}`);
  });
});

describe('transactions that DynamoDB takes back', () => {
  test.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'one for a %s is tried again',
    async (code) => {
      engine.spoil({ operation: 'TransactWriteItems', nth: 1, fault: cancelled(code) });

      await limits().put([record], 1);

      expect(await limits().list()).toEqual([record]);
    },
  );

  test('one that meets conflicts every time ends in an error after a bounded number of tries', async () => {
    engine.spoil({ operation: 'TransactWriteItems', fault: cancelled('TransactionConflict') });

    const put = limits().put([record], 1);

    await expect(put).rejects.toThrow(TransactionFailedError);
    expect(engine.countOf('TransactWriteItems')).toBe(quickBackoff.triesMax);
  });

  test('one for a failed condition is an answer, regardless of the other reasons', async () => {
    engine.spoil({
      operation: 'TransactWriteItems',
      fault: cancelled('TransactionConflict', 'ConditionalCheckFailed', 'None'),
    });

    const put = limits().put([record, { ...record, userId: 'u-2' }, { ...record, userId: 'u-3' }], 1);

    await expect(put).rejects.toThrow(FencedOffError);
    expect(engine.countOf('TransactWriteItems')).toBe(1);
  });

  test('one for a reason that no retry heals ends in an error that names the reason', async () => {
    engine.spoil({ operation: 'TransactWriteItems', fault: cancelled('ValidationError') });

    const put = limits().put([record], 1);

    await expect(put).rejects.toThrow('ValidationError');
  });
});

describe('calls that fail for a moment', () => {
  test.each([
    { name: 'throttled', fault: throttled },
    { name: 'broken', fault: broken },
  ])('a call that is $name is sent again', async ({ fault }) => {
    engine.spoil({ operation: 'Query', nth: 1, fault });

    const read = await ledger().readRows(day);

    expect(read).toEqual([]);
    expect(engine.countOf('Query')).toBe(3);
  });
});

describe('pages', () => {
  test('an empty page that is not the last does not end the reading', async () => {
    await ledger().putRows(day, rows);
    const LastEvaluatedKey = { day: { S: day }, userId: { S: ' ' } };
    const body = { Items: [], Count: 0, ScannedCount: 5, LastEvaluatedKey };
    engine.spoil({ operation: 'Query', nth: 2, fault: { kind: 'answer', status: 200, body } });

    const read = await ledger().readRows(day);

    expect(read).toEqual(rows);
  });

  test('an empty last page ends the reading', async () => {
    const first = { budget: { S: 'org#month' }, version: { S: '1' } };
    const body = { Items: [first], Count: 1, ScannedCount: 1, LastEvaluatedKey: first };
    engine.spoil({ operation: 'Query', nth: 1, fault: { kind: 'answer', status: 200, body } });

    const read = await queryAll(engine.dynamo(), {
      TableName: engine.tables().versions,
      KeyConditionExpression: 'budget = :budget',
      ExpressionAttributeValues: { ':budget': 'org#month' },
    });

    expect(read).toEqual([{ budget: 'org#month', version: '1' }]);
  });

  test('rows of more than one page are all read', async () => {
    // Nothing that could be made smaller.
    const email = () => `${randomBytes(1_200).toString('base64url')}@x.example`;
    const many = Array.from({ length: 900 }, (_, index) => ({
      userId: `u-${1_000 + index}`,
      credits: index,
      email: email(),
    }));
    await ledger().putRows(day, many);

    const read = await ledger().readRows(day);

    expect(engine.countOf('Query')).toBeGreaterThan(2);
    expect(read).toEqual(many);
  });
});

describe('items that are not as they must be', () => {
  test('an unreadable item is an error that names table, key and field, and not the value', async () => {
    const { ledger: table } = engine.tables();
    const Item = { day, userId: '#01', version: 'hunter2', text: '' };
    await engine.undisturbed().send(new PutCommand({ TableName: table, Item }));

    const read = ledger().readRows(day);

    await expect(read).rejects.toThrow(BrokenItemError);
    await expect(read).rejects.toThrow(new RegExp(`"${day} #01" .*${table} .*: version: `, 'u'));
    await expect(read).rejects.not.toThrow('hunter2');
  });

  test.each([1.5, -1, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('credits of %d are not written', async (credits) => {
    const write = ledger().putRows(day, [{ userId: 'u-1', credits, email: null }]);

    await expect(write).rejects.toThrow(BrokenItemError);
    expect(engine.countOf('PutItem')).toBe(0);
  });

  test('an item that the table could not hold is not written', async () => {
    const journal = dynamoJournal(engine.dynamo(), engine.tables().journal);
    const entry = { id: 'e-1', at: `${day}T00:00:00.000Z`, kind: 'run-finished', actor: 'curfew' } as const;

    const write = journal.append([{ ...entry, detail: { text: 'x'.repeat(400_000) } }]);

    await expect(write).rejects.toThrow('is not written: ');
    expect(engine.countOf('TransactWriteItems')).toBe(0);
  });

  test('entries that are large together are written in several transactions', async () => {
    const journal = dynamoJournal(engine.dynamo(), engine.tables().journal);
    const at = `${day}T00:00:00.000Z`;
    const large = Array.from({ length: 20 }, (_, index) => ({
      id: `e-${10 + index}`,
      at,
      kind: 'run-finished' as const,
      actor: 'curfew',
      detail: { text: 'x'.repeat(300_000) },
    }));

    await journal.append(large);

    expect(engine.countOf('TransactWriteItems')).toBe(2);
    expect((await journal.list(march, 100)).map(({ id }) => id)).toEqual(large.map(({ id }) => id));
  });
});
