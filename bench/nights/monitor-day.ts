import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { msPerMinute, startOfDayMs, type Day } from '../../shared/kernel/time/day.ts';
import { countingDynamo } from '../scale/counting-dynamo.ts';
import type { PeerWork } from './peers/peer-work.ts';
import { monitorTables, runQuotaMonitor } from './peers/quota-monitor.ts';
import { quartersOfDay } from './telemetry.ts';

interface MonitorDay {
  readonly day: Day;
  readonly telemetryUrl: string;
  readonly endpoint: string;
  readonly accessKeyId: string;
  /** The people whose policy is edited in the day, one every three quarters of an hour from eight on. */
  readonly edited: readonly string[];
}

const minutesOfQuarter = 15;
const firstEditQuarter = 32;
const quartersBetweenEdits = 3;

/** The 96 runs of a day, each at the end of its quarter of an hour. */
export async function runMonitorDay(order: MonitorDay): Promise<PeerWork> {
  const { day, telemetryUrl, endpoint, accessKeyId, edited } = order;
  const { client: dynamo, work } = countingDynamo({ endpoint, accessKeyId });
  let alerts = 0;
  for (let quarter = 1; quarter <= quartersOfDay; quarter += 1) {
    const email = edited[(quarter - firstEditQuarter) / quartersBetweenEdits];
    if (email !== undefined) {
      await dynamo.send(
        new PutCommand({ TableName: monitorTables.policies, Item: policyItem('user', email, 150_000) }),
      );
    }
    const nowMs = startOfDayMs(day) + quarter * minutesOfQuarter * msPerMinute;
    // The last run of a day is that of its last moment: a moment later its month may be another one.
    alerts += (await runQuotaMonitor({ dynamo, telemetryUrl }, Math.min(nowMs, startOfDayMs(day) + 86_399_000))).length;
  }
  dynamo.destroy();
  return {
    runs: quartersOfDay,
    alerts,
    limitsSent: 0,
    tableCalls: Object.values(work.calls).reduce((sum, count) => sum + count, 0),
    writeUnits: work.writeUnits,
    readUnits: work.readUnits,
  };
}

/** A policy as its command line writes it. */
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
