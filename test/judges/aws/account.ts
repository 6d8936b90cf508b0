import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESClient } from '@aws-sdk/client-ses';
import { SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { withMiniStack } from '../mini-stack.ts';
import type { PythonEnvironment } from '../python.ts';
import { withApiDoor } from './api-door.ts';
import type { Keys } from './deployed-tree.ts';

export const region = 'eu-central-1';
export const accountId = '111122223344';

/** MiniStack takes an account's number for a key of its root. */
const root = { AWS_ACCESS_KEY_ID: accountId, AWS_SECRET_ACCESS_KEY: 'root' } as const;

/** An account of AWS that MiniStack plays. */
export interface Account {
  readonly endpoint: string;
  readonly keys: Keys;
  readonly clients: ReturnType<typeof clientsAt>;
  /** Every item of a table, as plain values. */
  readonly itemsOf: (table: string) => Promise<readonly Item[]>;
  /** Keys of a session of a role, which is made if it is not there, with managed policies by their outputs of a stack. */
  readonly keysOf: (role: string, session: string, policies: PoliciesOfStack) => Promise<Keys>;
  /** What IAM refused so far: action, resource and who, a line each. */
  readonly refusals: () => readonly string[];
  /** Has the address that the deployment was given lead to its API. */
  readonly openDoor: () => Promise<void>;
}

interface PoliciesOfStack {
  readonly stack: string;
  readonly outputs: readonly string[];
}

type Item = Readonly<Record<string, unknown>>;

function clientsAt(endpoint: string) {
  const credentials = { accessKeyId: root.AWS_ACCESS_KEY_ID, secretAccessKey: root.AWS_SECRET_ACCESS_KEY };
  const options = { endpoint, region, credentials };
  return {
    dynamo: DynamoDBDocumentClient.from(new DynamoDBClient(options)),
    kms: new KMSClient(options),
    lambda: new LambdaClient(options),
    s3: new S3Client({ ...options, forcePathStyle: true }),
    scheduler: new SchedulerClient(options),
    secrets: new SecretsManagerClient(options),
    ses: new SESClient(options),
    ssm: new SSMClient(options),
  };
}

/** Gives `work` an account that holds nothing, with the gaps of MiniStack bridged. Raises where one needs no bridge. */
export async function withAccount<T>(
  python: PythonEnvironment,
  folder: string,
  work: (account: Account) => Promise<T>,
): Promise<T> {
  const refusals = join(folder, 'refusals');
  writeFileSync(refusals, '');
  return withApiDoor(async (door) => {
    const env = {
      // Functions run as processes of the Node that is found first: the one that runs this.
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      MINISTACK_REGION: region,
      MINISTACK_ACCOUNT_ID: accountId,
      // Calls are let through as policies say.
      AUTH: 'true',
      CURFEW_JUDGES_DOOR: door.address,
      CURFEW_JUDGES_REFUSALS: refusals,
    };
    const account = async (endpoint: string) => {
      const clients = clientsAt(endpoint);
      try {
        return await work({
          endpoint,
          keys: root,
          clients,
          itemsOf: async (table) => itemsOf(clients.dynamo, table),
          keysOf: async (role, session, policies) => {
            await giveRole(endpoint, role, policies);
            return keysOf(endpoint, role, session);
          },
          refusals: () => readFileSync(refusals, 'utf8').trim().split('\n'),
          openDoor: async () => door.leadTo(endpoint, await apiIdAt(endpoint)),
        });
      } finally {
        Object.values(clients).forEach((client) => client.destroy());
      }
    };
    return withMiniStack(python, account, { program: join(import.meta.dirname, 'bridges.py'), env });
  });
}

async function itemsOf(client: DynamoDBDocumentClient, TableName: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
    items.push(...Items);
  }
  return items;
}

/** MiniStack reads from an authorization of which service and account a call is, and looks at no signature. */
function authorizationFor(service: string): string {
  const scope = `${root.AWS_ACCESS_KEY_ID}/20260101/${region}/${service}/aws4_request`;
  return `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
}

/** Services for which no client is among the packages of Curfew. */
async function called(endpoint: string, service: string, { path = '/', form }: CallTerms): Promise<string> {
  const answer = await fetch(`${endpoint}${path}`, {
    headers: { authorization: authorizationFor(service) },
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
  });
  const text = await answer.text();
  if (!answer.ok && !text.includes('EntityAlreadyExists')) {
    throw new Error(`${service} answers ${answer.status}: ${text.slice(0, 300)}`);
  }
  return text;
}

interface CallTerms {
  readonly path?: string;
  readonly form?: Readonly<Record<string, string>>;
}

async function giveRole(endpoint: string, role: string, { stack, outputs }: PoliciesOfStack): Promise<void> {
  const Statement = [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sts:AssumeRole' }];
  const trust = JSON.stringify({ Version: '2012-10-17', Statement });
  const form = { Action: 'CreateRole', Version: '2010-05-08', RoleName: role, AssumeRolePolicyDocument: trust };
  await called(endpoint, 'iam', { form });
  const describe = { Action: 'DescribeStacks', Version: '2010-05-15', StackName: stack };
  const described = await called(endpoint, 'cloudformation', { form: describe });
  for (const output of outputs) {
    const pair = new RegExp(`<OutputKey>${output}</OutputKey>\\s*<OutputValue>([^<]+)<`, 'u').exec(described);
    const attach = { Action: 'AttachRolePolicy', Version: '2010-05-08', RoleName: role, PolicyArn: pair?.[1] ?? '' };
    await called(endpoint, 'iam', { form: attach });
  }
}

async function keysOf(endpoint: string, role: string, session: string): Promise<Keys> {
  const RoleArn = `arn:aws:iam::${accountId}:role/${role}`;
  const assume = { Action: 'AssumeRole', Version: '2011-06-15', RoleArn, RoleSessionName: session };
  const given = await called(endpoint, 'sts', { form: assume });
  const valueOf = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`, 'u').exec(given)?.[1] ?? '';
  return {
    AWS_ACCESS_KEY_ID: valueOf('AccessKeyId'),
    AWS_SECRET_ACCESS_KEY: valueOf('SecretAccessKey'),
    AWS_SESSION_TOKEN: valueOf('SessionToken'),
  };
}

const Apis = z.object({ items: z.tuple([z.object({ apiId: z.string() })]) });

async function apiIdAt(endpoint: string): Promise<string> {
  const { items } = Apis.parse(JSON.parse(await called(endpoint, 'apigateway', { path: '/v2/apis' })));
  return items[0].apiId;
}

const pollMs = 500;

/** What `look` gives once it gives something. Raises with the sentence where that takes too long. */
export async function eventually<T>(what: string, look: () => Promise<T | undefined>, waitMsMax = 120_000): Promise<T> {
  const untilMs = performance.now() + waitMsMax;
  for (;;) {
    const found = await look();
    if (found !== undefined) {
      return found;
    }
    if (performance.now() > untilMs) {
      throw new Error(`${what} did not happen within ${waitMsMax / 1_000} s`);
    }
    await sleep(pollMs);
  }
}
