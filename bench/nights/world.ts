import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { startEmulator } from '../../emulator/start-emulator.ts';
import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startEngine } from '../../local/storage/engine.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { addDays, type Day } from '../../shared/kernel/time/day.ts';
import type { Programs } from '../scale/build-programs.ts';
import { countCalls } from '../scale/count-calls.ts';
import { policyItem } from './monitor-day.ts';
import { monitorTables } from './peers/quota-monitor.ts';
import { startTelemetry, type DayUse } from './telemetry.ts';

/** What the contestants of one round share: one platform with its people, one engine, metrics, a folder. */
export interface World {
  readonly url: string;
  /** Where the engine is, and what it answers to. */
  readonly engine: readonly [endpoint: string, accessKeyId: string];
  readonly telemetryUrl: string;
  readonly folder: string;
  readonly programs: Programs;
  readonly emails: readonly string[];
  /** Puts the clock of the platform to the night of a day, and the metrics to what people use on its weekday. */
  readonly setDay: (today: Day) => Promise<void>;
  /** Calls of the platform and queries of the metrics since the last time. */
  readonly takeCalls: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const seed = 7;
const monthCredits = 400_000;
const weekMonthCredits = 800_000;
const ownEvery = 50;

export async function startWorld(users: number, today: Day, programs: Programs): Promise<World> {
  const emulator = await startEmulator({ port: 0, users, seed, today });
  const engine = await startEngine();
  const telemetry = await startTelemetry();
  const folder = mkdtempSync(join(tmpdir(), 'curfew-nights-'));
  const { url } = emulator;
  const emails = await emailsOf(url);
  const dynamo = createDynamo(engine);
  await createTables(dynamo, localTableNames(), { isFollowed: false });
  await createMonitorTables(dynamo, emails);
  dynamo.destroy();
  return {
    url,
    engine: [engine.endpoint, engine.accessKeyId ?? 'local'],
    telemetryUrl: telemetry.url,
    folder,
    programs,
    emails,
    async setDay(day) {
      await moveClock(url, day);
      telemetry.setDay(await usualUse(url, day));
      await forgetCalls(url);
    },
    async takeCalls() {
      const { all } = await countCalls(url);
      await forgetCalls(url);
      return all + telemetry.takeQueries();
    },
    async close() {
      await Promise.all([emulator.close(), engine.close(), telemetry.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The day itself is not over yet: what was used on the same weekday four weeks earlier stands for it. No limit of ours
 * stopped anybody then.
 */
async function usualUse(url: string, day: Day): Promise<readonly DayUse[]> {
  return useOfDay(url, addDays(day, -28));
}

async function moveClock(url: string, day: Day): Promise<void> {
  const answer = await fetch(`${url}/__sim/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: `${day}T02:30:00.000Z` }),
  });
  if (!answer.ok) {
    throw new Error(`the clock of the emulator did not move: ${answer.status}`);
  }
}

async function forgetCalls(url: string): Promise<void> {
  await fetch(`${url}/__sim/requests`, { method: 'DELETE' });
}

/** Its two tables, with a default policy and some of single people, as our budgets have them. */
async function createMonitorTables(dynamo: DynamoDBDocumentClient, emails: readonly string[]): Promise<void> {
  for (const TableName of Object.values(monitorTables)) {
    await dynamo.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
      }),
    );
  }
  const items = [
    policyItem('default', 'default', monthCredits),
    ...emails.filter((_, index) => index % ownEvery === 0).map((email) => policyItem('user', email, weekMonthCredits)),
  ];
  for (const Item of items) {
    await dynamo.send(new PutCommand({ TableName: monitorTables.policies, Item }));
  }
}

const headers = { authorization: 'Bearer owner-key' };
const Roster = z.object({
  users: z.array(z.object({ email: z.string().optional() })),
  pagination: z.object({ nextCursor: z.string().optional() }),
});
const Tokens = z.object({
  data: z.array(
    z.object({ by_user: z.array(z.object({ user_email: z.string().nullable(), billable_tokens: z.number() })) }),
  ),
});

/** The emails of everybody on the roster. */
async function emailsOf(url: string): Promise<readonly string[]> {
  const emails: string[] = [];
  let cursor: string | undefined;
  do {
    const from = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}/api/v0/organization/users?limit=100${from}`, { headers });
    const page = Roster.parse(await answer.json());
    emails.push(...page.users.flatMap(({ email }) => email ?? []));
    cursor = page.pagination.nextCursor;
  } while (cursor !== undefined);
  return emails;
}

/** What each person used on a day that is over. */
async function useOfDay(url: string, day: Day): Promise<readonly DayUse[]> {
  const answer = await fetch(`${url}/api/v1/analytics/tokens?startDate=${day}&endDate=${day}`, { headers });
  const { data } = Tokens.parse(await answer.json());
  return data.flatMap(({ by_user: users }) =>
    users.flatMap(({ user_email: email, billable_tokens: credits }) =>
      email === null || credits === 0 ? [] : [{ email, credits }],
    ),
  );
}
