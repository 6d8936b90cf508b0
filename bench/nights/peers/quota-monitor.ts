import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

import { type Day, msPerMinute, startOfDayMs } from '../../../shared/kernel/time/day.ts';
import { countingDynamo, sumOfCalls } from '../../measure/counting-dynamo.ts';
import type { DayWork } from '../../night/night-kinds.ts';
import { quartersOfDay } from '../telemetry.ts';

interface Delta {
  total: number;
  input: number;
  output: number;
  cacheRead: number;
  cost: number;
}

type Type = 'input' | 'output' | 'cacheRead';

interface Sample {
  readonly metric: Readonly<Record<string, string>> & { readonly type?: Type };
  readonly value: readonly [number, string];
}

const windowSeconds = 900;
const usage = `increase({"claude_code.token.usage"}[${windowSeconds}s])`;
const cowork = (side: string): string => `increase({"ClaudeCoWork","token.usage.${side}"}[${windowSeconds}s])`;
const dollarsPerMillion: Readonly<Record<Type, number>> = { input: 3, output: 15, cacheRead: 0.3 };

/** The five queries of a run, one after the other, and what they come to for each person. */
async function readTelemetry(url: string, nowMs: number): Promise<ReadonlyMap<string, Delta>> {
  const deltas = new Map<string, Delta>();
  const add = async (query: string, count: (delta: Delta, used: number, type?: Type) => void): Promise<void> => {
    const body = new URLSearchParams({ query, time: String(nowMs / 1_000) });
    const answer = await fetch(url, { method: 'POST', body });
    const { data } = (await answer.json()) as { readonly data: { readonly result: readonly Sample[] } };
    for (const { metric, value } of data.result) {
      const email = metric['user.email'] ?? metric['user_email'] ?? '';
      const delta = deltas.get(email) ?? { total: 0, input: 0, output: 0, cacheRead: 0, cost: 0 };
      deltas.set(email, delta);
      count(delta, Number(value[1]), metric.type);
    }
  };
  await add(`sum by ("user.email")(${usage})`, (delta, used) => (delta.total += used));
  await add(`sum by ("user.email", type, model)(${usage})`, (delta, used, type = 'input') => {
    delta.cost += (used / 1_000_000) * dollarsPerMillion[type];
  });
  await add(`sum by ("user.email", type)(${usage})`, (delta, used, type = 'input') => (delta[type] += used));
  for (const side of ['input', 'output']) {
    await add(`sum by ("user_email", "model")(${cowork(side)})`, (delta, used) => (delta.total += used));
  }
  return deltas;
}

interface Policy {
  readonly monthly: number;
  readonly daily: number | undefined;
}

interface Usage {
  readonly monthly: number;
  readonly daily: number;
}

/** The alerts of a person: only the highest threshold passed, of the month and of the day. */
export function alertsOf(
  { email, date, month }: { readonly email: string; readonly date: string; readonly month: string },
  used: Usage,
  policy: Policy,
): readonly { readonly key: string; readonly level: string }[] {
  const monthly = levelOf(used.monthly, policy.monthly);
  const daily = policy.daily === undefined ? undefined : levelOf(used.daily, policy.daily);
  return [
    ...(monthly === undefined ? [] : [{ key: `${month}#ALERT#${email}#monthly#${monthly}`, level: monthly }]),
    ...(daily === undefined ? [] : [{ key: `${month}#ALERT#${email}#daily#${daily}#${date}`, level: daily }]),
  ];
}

function levelOf(used: number, limit: number): string | undefined {
  if (used > limit) {
    return 'exceeded';
  }
  return used > 0.9 * limit ? 'critical' : used > 0.8 * limit ? 'warning' : undefined;
}

export const monitorTables = { usage: 'UserQuotaMetrics', policies: 'QuotaPolicies' } as const;

/**
 * One run of the quota monitor of AWS's guidance for Claude Code with Amazon Bedrock, its algorithm stated again from
 * what is published (aws-solutions-library-samples/guidance-for-claude-code-with-amazon-bedrock,
 * `deployment/infrastructure/lambda-functions/quota_monitor/index.py` and `assets/docs/QUOTA_MONITORING.md`): a Lambda
 * every quarter of an hour asks the metrics what each person used in the last one, reads and then adds it to the
 * person's item, one after the other; scans the items of the month, the policies and the alerts sent; and records each
 * new alert before it publishes it. It sets no limit: access ends where credentials are issued. Fine-grained policies
 * are on.
 */
async function runQuotaMonitor(dynamo: DynamoDBDocumentClient, telemetryUrl: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const [date, month] = [now.slice(0, 10), now.slice(0, 7)];
  const deltas = await readTelemetry(telemetryUrl, nowMs);
  for (const [email, delta] of deltas) {
    await addDelta(dynamo, { email, delta }, { now, date, month });
  }
  const usage = await scanUsage(dynamo, { date, month });
  const policies = await scanPolicies(dynamo);
  const sent = await sentAlerts(dynamo, month);
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
      }
    }
  }
}

/** Two calls, the second after the first: whether the day is a new one, and the addition. */
async function addDelta(
  dynamo: DynamoDBDocumentClient,
  { email, delta }: { readonly email: string; readonly delta: Delta },
  { now, date, month }: { readonly now: string; readonly date: string; readonly month: string },
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
        ':cache': Math.trunc(delta.cacheRead),
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
  { date, month }: { readonly date: string; readonly month: string },
): Promise<ReadonlyMap<string, Usage>> {
  const items = await itemsOf(dynamo, (ExclusiveStartKey) => ({
    TableName: monitorTables.usage,
    FilterExpression: 'sk = :month AND begins_with(pk, :user)',
    ExpressionAttributeValues: { ':month': `MONTH#${month}`, ':user': 'USER#' },
    ProjectionExpression: 'email, total_tokens, daily_tokens, daily_date',
    ExclusiveStartKey,
  }));
  return new Map(
    items.map((item) => {
      const daily = item['daily_date'] === date ? Number(item['daily_tokens']) : 0;
      return [String(item['email']), { monthly: Number(item['total_tokens']), daily }];
    }),
  );
}

async function scanPolicies(dynamo: DynamoDBDocumentClient): Promise<ReadonlyMap<string, Policy>> {
  const items = await itemsOf(dynamo, (ExclusiveStartKey) => ({
    TableName: monitorTables.policies,
    FilterExpression: 'sk = :current',
    ExpressionAttributeValues: { ':current': 'CURRENT' },
    ExclusiveStartKey,
  }));
  return new Map(
    items.map((item) => {
      const daily = item['daily_token_limit'];
      const policy = {
        monthly: Number(item['monthly_token_limit']),
        daily: daily === undefined ? undefined : Number(daily),
      };
      return [`${String(item['policy_type'])}:${String(item['identifier'])}`, policy];
    }),
  );
}

async function sentAlerts(dynamo: DynamoDBDocumentClient, month: string): Promise<ReadonlySet<string>> {
  const items = await itemsOf(dynamo, (ExclusiveStartKey) => ({
    TableName: monitorTables.usage,
    KeyConditionExpression: 'pk = :alerts AND begins_with(sk, :month)',
    ExpressionAttributeValues: { ':alerts': 'ALERTS', ':month': `${month}#ALERT#` },
    ExclusiveStartKey,
  }));
  return new Set(items.map(({ sk }) => String(sk)));
}

type Item = Readonly<Record<string, unknown>>;

async function itemsOf(
  dynamo: DynamoDBDocumentClient,
  inputFrom: (start: Record<string, unknown> | undefined) => QueryCommandInput | ScanCommandInput,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const input = inputFrom(start);
    const page = await ('KeyConditionExpression' in input
      ? dynamo.send(new QueryCommand(input))
      : dynamo.send(new ScanCommand(input)));
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
}

const minutesOfQuarter = 15;
const firstEditQuarter = 32;
const quartersBetweenEdits = 3;

/**
 * The 96 runs of a day, each at the end of its quarter of an hour. The policies of some people are edited in the day,
 * one every three quarters of an hour from eight on.
 */
export async function runMonitorDay(
  day: Day,
  telemetryUrl: string,
  engine: { readonly endpoint: string; readonly accessKeyId: string },
  edited: readonly string[],
): Promise<DayWork> {
  const { client: dynamo, work } = countingDynamo(engine);
  for (let quarter = 1; quarter <= quartersOfDay; quarter += 1) {
    const email = edited[(quarter - firstEditQuarter) / quartersBetweenEdits];
    if (email !== undefined) {
      await dynamo.send(
        new PutCommand({ TableName: monitorTables.policies, Item: policyItem('user', email, 150_000) }),
      );
    }
    const nowMs = startOfDayMs(day) + quarter * minutesOfQuarter * msPerMinute;
    // The last run of a day is that of its last moment: a moment later its month may be another one.
    await runQuotaMonitor(dynamo, telemetryUrl, Math.min(nowMs, startOfDayMs(day) + 86_399_000));
  }
  dynamo.destroy();
  const { writeUnits, readUnits } = work;
  return { runs: quartersOfDay, limitsSent: 0, tableCalls: sumOfCalls(work), writeUnits, readUnits };
}

export function policyItem(type: 'user' | 'default', identifier: string, credits: number) {
  return {
    pk: `POLICY#${type}#${identifier}`,
    sk: 'CURRENT',
    policy_type: type,
    identifier,
    monthly_token_limit: credits,
    daily_token_limit: Math.floor((credits / 30) * 1.1),
    enforcement_mode: 'block',
    enabled: true,
  };
}
