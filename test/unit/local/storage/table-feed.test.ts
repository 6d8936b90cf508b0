import { afterEach, describe, expect, test, vi } from 'vitest';

import { startTableFeed, type HandOver, type TableFeed } from '../../../../local/storage/table-feed.ts';
import type { StreamRecord, TableStream } from '../../../../local/storage/table-stream.ts';

let feed: TableFeed | undefined;

afterEach(() => feed?.stop());

function aRecord(SequenceNumber: string): StreamRecord {
  return { dynamodb: { SequenceNumber } };
}

const patience = { timeout: 50_000, interval: 5 };
/** So often a feed that hands something over twice would have come by again. */
const passes = 5;
let reads = 0;

/** Waits until the feed has looked at its stream a few times more. */
async function lookedAgain(): Promise<void> {
  const before = reads;
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + passes), patience);
}

function aStream(numbers: readonly string[]): TableStream {
  const records = numbers.map(aRecord);
  return {
    listShards: async () => Promise.resolve(['shard']),
    async read(_shard, after) {
      reads += 1;
      const from = records.findIndex((record) => record.dynamodb?.SequenceNumber === after) + 1;
      return Promise.resolve(records.slice(from));
    },
  };
}

function start(numbers: readonly string[], answers: readonly (string | Error | undefined)[]) {
  const batches: (readonly (string | undefined)[])[] = [];
  const trouble: { readonly isGivenUp: boolean }[] = [];
  const handOver: HandOver = async ({ Records }) => {
    const answer = answers[batches.length];
    batches.push(Records.map(({ dynamodb }) => dynamodb?.SequenceNumber));
    if (answer instanceof Error) {
      throw answer;
    }
    return Promise.resolve({ batchItemFailures: answer === undefined ? [] : [{ itemIdentifier: answer }] });
  };
  feed = startTableFeed([aStream(numbers)], handOver, { pollMs: 1, onTrouble: (each) => trouble.push(each) });
  return { batches, trouble };
}

describe('the feed of table changes', () => {
  test('hands over everything that the stream holds, once', async () => {
    const { batches } = start(['1', '2', '3'], []);

    await vi.waitFor(() => expect(batches).toHaveLength(1), patience);
    await lookedAgain();

    expect(batches).toEqual([['1', '2', '3']]);
  });

  test('goes on from the first change that failed', async () => {
    const { batches, trouble } = start(['1', '2', '3'], ['2']);

    await vi.waitFor(() => expect(batches).toHaveLength(2), patience);

    expect(batches).toEqual([
      ['1', '2', '3'],
      ['2', '3'],
    ]);
    expect(trouble).toMatchObject([{ isGivenUp: false }]);
  });

  test('hands the whole batch over again when the function fails', async () => {
    const { batches } = start(['1', '2'], [new Error('no memory')]);

    await vi.waitFor(() => expect(batches).toHaveLength(2), patience);

    expect(batches[1]).toEqual(['1', '2']);
  });

  test('gives a batch up after 60 tries, and says so', async () => {
    const { batches, trouble } = start(
      ['1'],
      Array.from({ length: 100 }, () => new Error('never')),
    );

    await vi.waitFor(() => expect(trouble.at(-1)?.isGivenUp).toBe(true), patience);
    await lookedAgain();

    expect(batches).toHaveLength(60);
  });
});
