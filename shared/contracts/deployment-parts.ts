import * as z from 'zod';

import { tableDefinitions, type TableKey } from './tables/tables.ts';

/** The name of a stage, or of an organization. */
export const DeploymentWord = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,23}$/, 'must be 1 to 24 of a-z, 0-9 and -, beginning with a letter');

/** One organization in one stage. */
export interface DeploymentName {
  readonly stage: string;
  readonly organization: string;
}

/** The parameters in which a deployment says what the command line needs to know. Apart, each is sure to fit into 4 KB. */
export function deploymentParameters({ stage, organization }: DeploymentName) {
  const path = `/curfew/${stage}/${organization}`;
  return { parts: `${path}/parts`, settings: `${path}/settings` } as const;
}

const tableName = z.string().min(3).max(255);
const functionArn = z
  .string()
  .regex(/^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9_-]+(:[A-Za-z0-9_-]+)?$/);

// `fromEntries` forgets which keys it was given.
const tables = Object.fromEntries(Object.keys(tableDefinitions).map((key) => [key, tableName])) as Record<
  TableKey,
  typeof tableName
>;

/** What a deployment consists of. No secret, and not where one is: the command line never needs the platform's key. */
export const DeploymentParts = z.object({
  account: z.string().regex(/^\d{12}$/),
  region: z.string().regex(/^[a-z0-9-]{1,32}$/),
  tables: z.object(tables),
  /** The function of each job that can be started by hand: with its alias, where it has one. */
  functions: z.record(z.string().max(32), functionArn),
  /** Where alarms go; absent in what an earlier version deployed. */
  alarmTopic: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_-]+$/)
    .optional(),
  /** The group that all schedules are in; absent in what an earlier version deployed. */
  scheduleGroup: z.string().min(1).max(64).optional(),
  /** The address of the admin API, without a slash at the end; absent in what an earlier version deployed. */
  door: z
    .string()
    .regex(/^(https:\/\/[a-z0-9.-]{1,250}|http:\/\/127\.0\.0\.1:\d{1,5})$/)
    .optional(),
  /** How the evidence is anchored; absent in what an earlier version deployed. */
  evidence: z
    .object({
      organization: z.string().min(1).max(100),
      /** The address of the platform; absent in what an earlier version deployed. */
      platform: z.string().max(300).optional(),
      key: z.string().max(2_048),
      bucket: z.string().max(255),
    })
    .optional(),
});
export type DeploymentParts = z.output<typeof DeploymentParts>;
