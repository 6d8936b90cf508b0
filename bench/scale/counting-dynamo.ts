import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Item = Record<string, unknown>;

/** What was asked of tables, as DynamoDB bills it: units of 1 KB written, of 4 KB read. */
export interface TableWork {
  calls: number;
  writeUnits: number;
  readUnits: number;
}

/** The commands that the ledger sends, in as much of their form as matters here. */
interface Sent {
  readonly input: {
    readonly Item?: Item;
    readonly ExpressionAttributeValues?: Item;
    readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>;
  };
}

/**
 * As much of a client of DynamoDB as the ledger needs, in this process, counting: what the engine of a machine takes
 * for itself is no part of what is measured. Nobody else writes, so conditions hold.
 */
export function countingDynamo(): { readonly client: DynamoDBDocumentClient; readonly work: TableWork } {
  const partitions = new Map<string, Map<string, Item>>();
  const work: TableWork = { calls: 0, writeUnits: 0, readUnits: 0 };
  const read = (items: readonly Item[]): readonly Item[] => {
    work.readUnits += Math.ceil(items.reduce((sum, item) => sum + bytesOf(item), 0) / 4_096);
    return items;
  };
  async function send({ input }: Sent): Promise<unknown> {
    work.calls += 1;
    const { Item: put, RequestItems, ExpressionAttributeValues } = input;
    if (put !== undefined) {
      const partition = partitions.get(String(put['day'])) ?? new Map<string, Item>();
      partitions.set(String(put['day']), partition.set(String(put['userId']), put));
      work.writeUnits += Math.ceil(bytesOf(put) / 1_024);
      return {};
    }
    if (RequestItems !== undefined) {
      const asked = Object.entries(RequestItems).map(([table, { Keys }]) => {
        const found = Keys.map(({ day, userId }) => partitions.get(String(day))?.get(String(userId)));
        return [table, read(found.filter((item) => item !== undefined))];
      });
      return { Responses: Object.fromEntries(asked) };
    }
    const { ':day': day, ':days': days, ':from': from, ':through': through } = ExpressionAttributeValues ?? {};
    const items = [...(partitions.get(String(day ?? days)) ?? [])].filter(
      ([key]) => days === undefined || isIn(key, from, through),
    );
    return {
      Items: read(
        items.map(([, item]) => item).toSorted((a, b) => (String(a['userId']) < String(b['userId']) ? -1 : 1)),
      ),
    };
  }
  // The rest of the client is never asked for.
  return { client: { send } as unknown as DynamoDBDocumentClient, work };
}

function isIn(key: unknown, from: unknown, through: unknown): boolean {
  return String(from) <= String(key) && String(key) <= String(through);
}

function bytesOf(item: Item): number {
  return Buffer.byteLength(JSON.stringify(item));
}
