import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { sha256 } from '../../kernel/sha256.ts';
import { findItem, putNextVersion } from '../../kernel/store/one-item.ts';
import { queryPart } from '../../kernel/store/read-pages.ts';
import { checkItem, readItem, type Item } from '../../kernel/store/stored-item.ts';
import type { Deviation } from '../baseline.ts';
import type { AlarmRecord } from '../history/history-alarm.ts';
import type { WatchState } from '../history/watch-state.ts';
import type { WatchStateStore } from '../ports.ts';
import { putDocument, readDocument, type ControlsTable } from './controls-table.ts';
import { AlarmRecordItem, StateItem } from './watch-state-item.ts';

const stateKey = { part: 'watch', id: 'state' };
const alarmPart = 'alarm';

/** The controls table's part with the watcher's state. */
export function dynamoWatchStateStore(dynamo: DynamoDBDocumentClient, table: string): WatchStateStore {
  async function read(): Promise<WatchState | undefined> {
    const item = await findItem(dynamo, table, stateKey);
    if (item === undefined) {
      return undefined;
    }
    const { part: _part, id: _id, ...state } = readItem(StateItem, item, { table, key: 'watch state' });
    return state;
  }

  return {
    read,
    async replace(state) {
      const item = { ...stateKey, ...state, version: state.version + 1 };
      checkItem(StateItem, item, { table, key: 'watch state' });
      return putNextVersion(dynamo, { table, key: stateKey, item });
    },
    async listEarlierAlarms() {
      const items = await queryPart(dynamo, table, alarmPart);
      return items.map((item) => alarmIn(item, table)).filter(({ phase }) => phase === 'open');
    },
    readDeviations: async () => readDeviations({ dynamo, table }),
    putDeviations: async (deviations) => putDeviations({ dynamo, table }, deviations),
  };
}

function alarmIn(item: Item, table: string): AlarmRecord {
  const { id, alarm, phase, at } = readItem(AlarmRecordItem, item, { table, key: String(item['id']) });
  return { alarmId: id, alarm, phase, at };
}

const deviationsKey = { part: 'watch', id: 'deviations' };

const DeviationsItem = z.object({ part: z.string(), id: z.string(), document: z.string() });

/** Comparison results are read by the code that wrote them; values may be any JSON. */
const Deviations = z.array(
  z.custom<Deviation>((value) => typeof value === 'object' && value !== null && 'path' in value && 'standing' in value),
);

async function readDeviations({ dynamo, table }: ControlsTable): Promise<readonly Deviation[]> {
  const item = await findItem(dynamo, table, deviationsKey);
  if (item === undefined) {
    return [];
  }
  const { document } = readItem(DeviationsItem, item, { table, key: 'the deviations' });
  return Deviations.parse(await readDocument({ dynamo, table }, document));
}

async function putDeviations({ dynamo, table }: ControlsTable, deviations: readonly Deviation[]): Promise<void> {
  const document = `deviations/${sha256(JSON.stringify(deviations))}`;
  await putDocument({ dynamo, table }, document, deviations);
  await dynamo.send(new PutCommand({ TableName: table, Item: { ...deviationsKey, document } }));
}
