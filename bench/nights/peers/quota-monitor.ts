import {
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';

import { alertsOf, type Policy, type QuotaAlert, type Usage, readTelemetry, type Delta } from './quota-telemetry.ts';

/** Where the monitor works. */
interface MonitorPlace {
  readonly dynamo: DynamoDBDocumentClient;
  readonly telemetryUrl: string;
}

export const monitorTables = { usage: 'UserQuotaMetrics', policies: 'QuotaPolicies' } as const;

/**
 * One run of the quota monitor of AWS's guidance for Claude Code with Amazon Bedrock, its algorithm stated again from
 * what is published (aws-solutions-library-samples/guidance-for-claude-code-with-amazon-bedrock,
 * `deployment/infrastructure/lambda-functions/quota_monitor/index.py` and `assets/docs/QUOTA_MONITORING.md`): a Lambda
 * every quarter of an hour asks the metrics what each person used in the last one, reads and then adds it to the
 * person's item, one after the other; scans the items of the month, the policies and the alerts sent; and records each
 * new alert before it publishes it. It sets no limit: access ends where credentials are issued. Fine-grained policies
 * are on. Gives the alerts that it would publish.
 */
export async function runQuotaMonitor(place: MonitorPlace, nowMs: number): Promise<readonly QuotaAlert[]> {
  const { dynamo, telemetryUrl } = place;
  const now = new Date(nowMs).toISOString();
  const [date, month] = [now.slice(0, 10), now.slice(0, 7)];
  const deltas = await readTelemetry(telemetryUrl, nowMs);
  for (const [email, delta] of deltas) {
    await addDelta(dynamo, { email, delta }, { now, date, month });
  }
  const usage = await scanUsage(dynamo, { date, month });
  const policies = await scanPolicies(dynamo);
  const sent = await sentAlerts(dynamo, month);
  const alerts: QuotaAlert[] = [];
  for (const [email, used] of usage) {
    const policy = policies.get(`user:${email}`) ?? policies.get('default:default');
    for (const alert of policy === undefined ? [] : alertsOf({ email, date, month }, used, policy)) {
      if (!sent.has(alert.key)) {
        await dynamo.send(
          new PutCommand({
            TableName: monitorTables.usage,
            Item: { pk: 'ALERTS', sk: alert.key, sent_at: now, email },
          }),
        );
        alerts.push(alert);
      }
    }
  }
  return alerts;
}

interface Moment {
  readonly now: string;
  readonly date: string;
  readonly month: string;
}

/** Two calls, the second after the first: whether the day is a new one, and the addition. */
async function addDelta(
  dynamo: DynamoDBDocumentClient,
  { email, delta }: { readonly email: string; readonly delta: Delta },
  { now, date, month }: Moment,
): Promise<void> {
  const at = { TableName: monitorTables.usage, Key: { pk: `USER#${email}`, sk: `MONTH#${month}` } };
  const { Item } = await dynamo.send(new GetCommand(at));
  const isNewDay = Item?.['daily_date'] !== date;
  const adding =
    'ADD total_tokens :delta, input_tokens :inp, output_tokens :out, cache_tokens :cache, estimated_cost :cost';
  const setting = 'last_updated = :ts, #ttl = :ttl, email = :email';
  await dynamo.send(
    new UpdateCommand({
      ...at,
      UpdateExpression: isNewDay
        ? `${adding} SET daily_tokens = :delta, daily_cost_usd = :cost, daily_date = :date, ${setting}`
        : `${adding}, daily_tokens :delta, daily_cost_usd :cost SET ${setting}`,
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':delta': Math.trunc(delta.total),
        ':inp': Math.trunc(delta.input),
        ':out': Math.trunc(delta.output),
        ':cache': Math.trunc(delta.cache),
        ':cost': delta.cost,
        ':ts': now,
        ':ttl': Math.floor(Date.parse(now) / 1_000) + 60 * 86_400,
        ':email': email,
        ...(isNewDay && { ':date': date }),
      },
    }),
  );
}

async function scanUsage(
  dynamo: DynamoDBDocumentClient,
  { date, month }: Pick<Moment, 'date' | 'month'>,
): Promise<ReadonlyMap<string, Usage>> {
  const usage = new Map<string, Usage>();
  const scan = {
    TableName: monitorTables.usage,
    FilterExpression: 'sk = :month AND begins_with(pk, :user)',
    ExpressionAttributeValues: { ':month': `MONTH#${month}`, ':user': 'USER#' },
    ProjectionExpression: 'email, total_tokens, daily_tokens, daily_date',
  };
  for await (const item of scanned(dynamo, scan)) {
    const monthly = Number(item['total_tokens']);
    usage.set(String(item['email']), {
      monthly,
      daily: item['daily_date'] === date ? Number(item['daily_tokens']) : 0,
    });
  }
  return usage;
}

async function scanPolicies(dynamo: DynamoDBDocumentClient): Promise<ReadonlyMap<string, Policy>> {
  const policies = new Map<string, Policy>();
  const scan = {
    TableName: monitorTables.policies,
    FilterExpression: 'sk = :current',
    ExpressionAttributeValues: { ':current': 'CURRENT' },
  };
  for await (const item of scanned(dynamo, scan)) {
    const key = `${String(item['policy_type'])}:${String(item['identifier'])}`;
    const daily = item['daily_token_limit'];
    policies.set(key, {
      monthly: Number(item['monthly_token_limit']),
      daily: daily === undefined ? undefined : Number(daily),
    });
  }
  return policies;
}

async function sentAlerts(dynamo: DynamoDBDocumentClient, month: string): Promise<ReadonlySet<string>> {
  const sent = new Set<string>();
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName: monitorTables.usage,
        KeyConditionExpression: 'pk = :alerts AND begins_with(sk, :month)',
        ExpressionAttributeValues: { ':alerts': 'ALERTS', ':month': `${month}#ALERT#` },
        ExclusiveStartKey: from,
      }),
    );
    Items.forEach(({ sk }) => sent.add(String(sk)));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return sent;
}

type Scan = Omit<ConstructorParameters<typeof ScanCommand>[0], 'ExclusiveStartKey'>;

async function* scanned(dynamo: DynamoDBDocumentClient, scan: Scan): AsyncGenerator<Readonly<Record<string, unknown>>> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(new ScanCommand({ ...scan, ExclusiveStartKey: from }));
    yield* Items;
    from = LastEvaluatedKey;
  } while (from !== undefined);
}
