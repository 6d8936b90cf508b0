import { createDynamo, type DynamoOptions } from '../../shared/kernel/store/create-dynamo.ts';

/** What was asked of tables, as DynamoDB bills it: units of 1 KB written, of 4 KB read, as the engine counts them. */
export interface TableWork {
  readonly calls: Record<string, number>;
  writeUnits: number;
  readUnits: number;
}

/** A client of DynamoDB whose calls and units are counted. */
export function countingDynamo(options: DynamoOptions) {
  const client = createDynamo(options);
  const work: TableWork = { calls: {}, writeUnits: 0, readUnits: 0 };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(args);
        const name = commandName.replace('Command', '');
        work.calls[name] = (work.calls[name] ?? 0) + 1;
        const units = unitsOf((answer.output as { readonly ConsumedCapacity?: unknown }).ConsumedCapacity);
        if (/Get|Query|Scan/.test(name)) {
          work.readUnits += units;
        } else {
          work.writeUnits += units;
        }
        return answer;
      },
    { step: 'initialize' },
  );
  return { client, work };
}

function unitsOf(consumed: unknown): number {
  const each = (Array.isArray(consumed) ? consumed : [consumed ?? {}]) as readonly {
    readonly CapacityUnits?: number;
  }[];
  return each.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

export function sumOfCalls({ calls }: Pick<TableWork, 'calls'>): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
