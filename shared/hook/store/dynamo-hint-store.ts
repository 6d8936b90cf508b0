import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import type { Clock } from '../../kernel/runs/ports.ts';
import { systemClock } from '../../kernel/runtime/system-clock.ts';
import { putAll } from '../../kernel/store/batches.ts';
import { isMade } from '../../kernel/store/one-item.ts';
import { queryPart } from '../../kernel/store/read-pages.ts';
import { type Item, readItem, storing } from '../../kernel/store/stored-item.ts';
import { dayOf, daysOf, msPerDay, type Day } from '../../kernel/time/day.ts';
import { hintDaysKept, hintKey, hookEvents, lastHints, type Hint, type Visit } from '../hint.ts';
import type { HintStore } from '../ports.ts';

const HintItem = storing<Hint>()(
  z.object({
    part: z.string(),
    id: z.string().min(1),
    userId: z.string().min(1),
    sessionId: z.string().min(1),
    event: z.enum(hookEvents),
    atMs: z.int(),
    /** Unix seconds. */
    goneAfter: z.int(),
  }),
);

const msPerHour = 3_600_000;

/** The hooks table's part with hints, one partition an hour: reading the last hour reads no other. */
export function dynamoHintStore(dynamo: DynamoDBDocumentClient, table: string, clock: Clock = systemClock): HintStore {
  return {
    async record(hints) {
      // Bounded by the intake and frequent: they are validated on read.
      await putAll(dynamo, { table }, lastHints(hints).map(itemOf));
    },
    async listSince(sinceMs) {
      const nowMs = clock.now();
      const firstMs = Math.max(sinceMs, nowMs - hintDaysKept * msPerDay);
      const hours: string[] = [];
      // Writers' clocks may be ahead of readers'.
      for (let ms = firstMs; ms < nowMs + 2 * msPerHour; ms += msPerHour) {
        hours.push(partOf(ms));
      }
      const items = (await Promise.all(hours.map(async (part) => queryPart(dynamo, table, part)))).flat();
      const hints = items.map((item) => hintIn(item, table)).filter(({ atMs }) => atMs >= sinceMs);
      return lastHints(hints);
    },
    async recordVisit({ person, atMs }) {
      const Item = { part: visitPart(dayOf(atMs)), id: person, atMs, goneAfter: goneAfter(atMs) };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },
    async listVisitsSince(sinceMs) {
      const days = daysOf({ from: dayOf(sinceMs), through: dayOf(clock.now()) }).slice(-hintDaysKept);
      const items = await Promise.all(days.map(async (day) => queryPart(dynamo, table, visitPart(day))));
      return items.flat().map((item) => visitIn(item, table));
    },
    async claimStart(job, { nowMs, everyMs }) {
      const put = new PutCommand({
        TableName: table,
        Item: { part: 'start', id: job, atMs: nowMs, goneAfter: goneAfter(nowMs) },
        ConditionExpression: 'attribute_not_exists(id) OR atMs <= :before',
        ExpressionAttributeValues: { ':before': nowMs - everyMs },
      });
      return isMade(dynamo.send(put));
    },
  };
}

const VisitItem = z.object({ id: z.string().min(1), atMs: z.int() });

function visitIn(item: Item, table: string): Visit {
  const { id, atMs } = readItem(VisitItem, item, { table, key: String(item['id']) });
  return { person: id, atMs };
}

function visitPart(day: Day): string {
  return `visit/${day}`;
}

/** Unix seconds. */
function goneAfter(atMs: number): number {
  return Math.floor((atMs + hintDaysKept * msPerDay) / 1_000);
}

function itemOf(hint: Hint): Item {
  return { part: partOf(hint.atMs), id: hintKey(hint), ...hint, goneAfter: goneAfter(hint.atMs) };
}

function hintIn(item: Item, table: string): Hint {
  const { userId, sessionId, event, atMs } = readItem(HintItem, item, { table, key: String(item['id']) });
  return { userId, sessionId, event, atMs };
}

function partOf(ms: number): string {
  return `hint/${new Date(ms).toISOString().slice(0, 13)}`;
}
