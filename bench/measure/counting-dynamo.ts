import type { EndpointOptions } from '../../shared/kernel/client-options.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';

/** What was asked of tables, as DynamoDB bills it: units of 1 KB written, of 4 KB read, as the engine counts them. */
export interface TableWork {
  readonly calls: Record<string, number>;
  /** Units written, by the name of the table. */
  readonly written: Record<string, number>;
  writeUnits: number;
  readUnits: number;
}

interface Capacity {
  readonly TableName?: string;
  readonly CapacityUnits?: number;
}

/** A client of DynamoDB whose calls and units are counted. */
export function countingDynamo(options: EndpointOptions) {
  const client = createDynamo(options);
  const work: TableWork = { calls: {}, written: {}, writeUnits: 0, readUnits: 0 };
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(args);
        const name = commandName.replace('Command', '');
        work.calls[name] = (work.calls[name] ?? 0) + 1;
        const isRead = /Get|Query|Scan/.test(name);
        for (const { TableName = '', CapacityUnits = 0 } of capacitiesIn(answer.output)) {
          if (isRead) {
            work.readUnits += CapacityUnits;
          } else {
            work.writeUnits += CapacityUnits;
            work.written[TableName] = (work.written[TableName] ?? 0) + CapacityUnits;
          }
        }
        return answer;
      },
    { step: 'initialize' },
  );
  return { client, work };
}

function capacitiesIn(output: unknown): readonly Capacity[] {
  const consumed = (output as { readonly ConsumedCapacity?: unknown }).ConsumedCapacity;
  return (Array.isArray(consumed) ? consumed : [consumed ?? {}]) as readonly Capacity[];
}

export function sumOfCalls({ calls }: Pick<TableWork, 'calls'>): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}
