import * as z from 'zod';

import { eventBusIn } from '../../channels/event-bus.ts';
import { tableDefinitions, type TableKey } from './tables.ts';

export const DeploymentWord = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,23}$/, 'must be 1 to 24 of a-z, 0-9 and -, beginning with a letter');

export interface DeploymentName {
  readonly stage: string;
  readonly organization: string;
}

/** The parameters that describe a deployment to the command line, split so that each fits into 4 KB. */
export function deploymentParameters({ stage, organization }: DeploymentName) {
  const path = `/curfew/${stage}/${organization}`;
  return { parts: `${path}/parts`, settings: `${path}/settings` } as const;
}

export const EventBusArn = z
  .string()
  .refine((text) => eventBusIn(text) !== undefined, { error: 'must be the ARN of an event bus' });

const tableName = z.string().min(3).max(255);
const functionArn = z
  .string()
  .regex(/^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)?$/);

// `fromEntries` loses the key type.
const tables = Object.fromEntries(Object.keys(tableDefinitions).map((key) => [key, tableName])) as Record<
  TableKey,
  typeof tableName
>;

/** The parts of a deployment. No secret, nor a secret's place: the command line never needs the platform's key. */
export const DeploymentParts = z.object({
  account: z.string().regex(/^\d{12}$/),
  region: z.string().regex(/^[a-z0-9-]{1,32}$/),
  tables: z.object(tables),
  /** The function of each job that can be started by hand, with its alias, if any. */
  functions: z.record(z.string().max(32), functionArn),
  /** Absent in deployments of earlier versions. */
  alarmTopic: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+$/)
    .optional(),
  /** Those that channels may be; absent for none. */
  eventBuses: z.array(EventBusArn).optional(),
  /** The ARN of the Security Hub that may be one; absent for none. */
  securityHub: z.string().max(2_048).optional(),
  /** Absent in deployments of earlier versions. */
  scheduleGroup: z.string().min(1).max(64).optional(),
  /** The admin API's address without a trailing slash; absent in deployments of earlier versions. */
  door: z
    .string()
    .regex(/^(https:\/\/[a-z0-9.-]{1,250}|http:\/\/127\.0\.0\.1:\d{1,5})$/)
    .optional(),
  /** Absent in deployments of earlier versions. */
  evidence: z
    .object({
      organization: z.string().min(1).max(100),
      /** Absent in deployments of earlier versions. */
      platform: z.string().max(300).optional(),
      key: z.string().max(2_048),
      bucket: z.string().max(255),
    })
    .optional(),
});
export type DeploymentParts = z.output<typeof DeploymentParts>;
