import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { startEmulator } from '../../emulator/start-emulator.ts';
import { createTables, localTableNames } from '../../local/storage/create-tables.ts';
import { startEngine } from '../../local/storage/engine.ts';
import type { PlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { createDynamo } from '../../shared/kernel/store/create-dynamo.ts';
import { addDays, type Day } from '../../shared/kernel/time/day.ts';
import { readEmails } from '../night/organization.ts';
import { countCalls, forgetCalls, moveClock, platformAt } from '../worlds/platform.ts';
import { monitorTables, policyItem } from './peers/quota-monitor.ts';
import { startTelemetry, type DayUse } from './telemetry.ts';

const seed = 7;
const monthCredits = 400_000;
const weekMonthCredits = 800_000;
const ownEvery = 50;

/** Starts what the contestants of one round share: one platform with its people, one engine, metrics, a folder. */
export async function startWorld(users: number, today: Day, folder: string) {
  const emulator = await startEmulator({ port: 0, users, seed, today });
  const engine = await startEngine();
  const telemetry = await startTelemetry();
  const { url } = emulator;
  const platform = platformAt(url);
  const emails = await readEmails(platform);
  const dynamo = createDynamo(engine);
  await createTables(dynamo, localTableNames(), { isFollowed: false });
  await createMonitorTables(dynamo, emails);
  dynamo.destroy();
  return {
    url,
    folder,
    emails,
    telemetryUrl: telemetry.url,
    engine: [engine.endpoint, engine.accessKeyId ?? 'local'],
    setDay: async (day: Day): Promise<void> => {
      await moveClock(url, day);
      // The day itself is not over: the same weekday four weeks earlier, when no limit of ours was in force, stands for it.
      telemetry.setDay(await useOfDay(platform, addDays(day, -28)));
      await forgetCalls(url);
    },
    takeCalls: async (): Promise<number> => {
      const { all } = await countCalls(url);
      await forgetCalls(url);
      return all + telemetry.takeQueries();
    },
    stop: async (): Promise<void> => {
      await Promise.all([emulator.close(), engine.close(), telemetry.close()]);
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

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

async function useOfDay(platform: PlatformClient, day: Day): Promise<readonly DayUse[]> {
  const { rows } = await platform.tokens({ startDate: day, endDate: day });
  return rows.flatMap(({ byUser }) =>
    byUser.flatMap(({ email, billableCredits: credits }) =>
      email === undefined || credits === 0 ? [] : [{ email, credits }],
    ),
  );
}
