import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { sha256 } from '../../domain/sha256.ts';
import type { Deviation } from '../../domain/controls/baseline/compare-with-baseline.ts';
import { putDocument, readDocument, type ControlsTable } from './controls-document.ts';
import { readItem } from './stored-item.ts';

const deviationsKey = { part: 'watch', id: 'deviations' };

/** The item that names the document of the last comparison with the baseline. */
const DeviationsItem = z.object({ part: z.string(), id: z.string(), document: z.string() });

/** What a comparison gives is read back by the code that wrote it; its values are anything that JSON can be. */
const Deviations = z.array(
  z.custom<Deviation>((value) => typeof value === 'object' && value !== null && 'path' in value && 'standing' in value),
);

/** What the last comparison with the baseline gave; none before the first. */
export async function readDeviations({ dynamo, table }: ControlsTable): Promise<readonly Deviation[]> {
  const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: deviationsKey, ConsistentRead: true }));
  if (Item === undefined) {
    return [];
  }
  const { document } = readItem(DeviationsItem, Item, { table, key: 'the deviations' });
  return Deviations.parse(await readDocument({ dynamo, table }, document));
}

export async function putDeviations({ dynamo, table }: ControlsTable, deviations: readonly Deviation[]): Promise<void> {
  const document = `deviations/${sha256(JSON.stringify(deviations))}`;
  await putDocument({ dynamo, table }, document, deviations);
  await dynamo.send(new PutCommand({ TableName: table, Item: { ...deviationsKey, document } }));
}
