import { createPublicKey, verify } from 'node:crypto';

import { GetPublicKeyCommand } from '@aws-sdk/client-kms';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { GetScheduleCommand, paginateListSchedules, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { invariant } from '../../../shared/kernel/invariant.ts';
import { eventually } from './account.ts';
import { fail, peoplePolicies, type Check, type Scene } from './scene.ts';

/** Those with which the command line ends where it is refused. */
const refusedCodes = [1, 2, 3, 4, 5];

/** What happens in a day: each check begins with what the one before it left. */
export const chainChecks: readonly Check[] = [
  {
    sentence:
      'the command line gets through API Gateway with CallerPolicy and a role that the settings name, and without either it does not',
    async judge({ account, curfew, tree, parts }) {
      await curfew('status');
      const unnamed = await account.keysOf('Unnamed', 'eve', peoplePolicies(['CallerPolicy']));
      const stranger = await account.keysOf('Stranger', 'mallory', peoplePolicies([]));
      const unsigned = await fetch(`${parts.door}/iam/status`);
      const said = await Promise.all(
        [unnamed, stranger].map(async (keys) => tree.curfew(keys, ['status', '--json'], refusedCodes)),
      );
      if (unsigned.status !== 403 || said.join('').includes('"runs"')) {
        fail(`an unsigned call is answered ${unsigned.status}; others: ${said.join('; ')}`);
      }
    },
  },
  {
    sentence:
      'a schedule begins a durable run at its minute, and every limit of the budget is in force on the platform',
    async judge(scene) {
      await scene.curfew('budgets', 'set', 'default', 'month', '200000', '--mode', 'enforce');
      await scene.runsEnded('enforce');
      const minute = await moveToNextMinute(scene, 'EnforceNightly');
      const run = await scene.runEnded(`enforce-${minute}`);
      const limits = await scene.limits();
      const set = Object.values(limits).filter((limit) => limit !== null && limit >= 200_000);
      if (run.status !== 'complete' || run.capsChanged !== scene.users || set.length !== scene.users) {
        fail(`the run ended ${run.status} with ${run.capsChanged} limits changed; ${set.length} are in force`);
      }
    },
  },
  {
    sentence: 'the stream of the outbox has every mail sent by SES, each once',
    async judge({ account, parts, mails }) {
      const written = await account.itemsOf(parts.tables.outbox);
      invariant(written.length > 0, 'a night that stops people writes mails');
      const taken = await eventually('every mail sent', async () => {
        const sent = await mails();
        return sent.length >= written.length ? sent : undefined;
      });
      const different = new Set(taken.map(({ To, Subject }) => `${To.join()} ${Subject}`));
      if (taken.length !== written.length || different.size !== written.length) {
        fail(`${written.length} mails were written, SES took ${taken.length}, of which ${different.size} differ`);
      }
    },
  },
  {
    sentence: 'a direct edit of an item of Budgets is adopted with its author unknown, and changes limits',
    async judge({ account, parts, limits, users, curfew }) {
      const [budget] = await account.itemsOf(parts.tables.budgets);
      await account.clients.dynamo.send(
        new PutCommand({ TableName: parts.tables.budgets, Item: { ...budget, amount: 900_000 } }),
      );
      await eventually('a limit of 900,000 for everybody', async () => {
        const now = Object.values(await limits());
        return now.filter((limit) => limit === 900_000).length === users ? now : undefined;
      });
      const history = await curfew('budgets', 'history', 'default', 'month');
      if (!history.includes('900,000')) {
        fail(`its history lacks the edit: ${history}`);
      }
    },
  },
  {
    sentence: 'the head of the evidence is signed with KMS, kept in S3 under Object Lock, and proves the chain',
    async judge(scene) {
      await scene.curfew('run', 'controls');
      await judgeAnchors(scene);
      const said = await scene.curfew('controls', 'verify');
      if (!said.includes('The evidence chain is whole')) {
        fail(said);
      }
    },
  },
];

/** Has the schedule whose name holds `word` start at the next minute, once; that minute as the run is named by it. */
async function moveToNextMinute({ account, parts }: Scene, word: string): Promise<string> {
  const { scheduler: client } = account.clients;
  const at = new Date(Math.ceil((Date.now() + leastMs) / minuteMs) * minuteMs);
  for await (const { Schedules = [] } of paginateListSchedules({ client }, { GroupName: parts.scheduleGroup })) {
    const found = Schedules.find(({ Name = '' }) => Name.includes(word));
    if (found !== undefined) {
      const schedule = await client.send(new GetScheduleCommand({ Name: found.Name, GroupName: found.GroupName }));
      const { Name, GroupName, Target, FlexibleTimeWindow, ScheduleExpressionTimezone, Description, State } = schedule;
      const ScheduleExpression = `cron(${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *)`;
      const kept = { Name, GroupName, Target, FlexibleTimeWindow, ScheduleExpressionTimezone, Description, State };
      await client.send(new UpdateScheduleCommand({ ...kept, ScheduleExpression }));
      return at.toISOString();
    }
  }
  throw new Error(`no schedule is called ${word}`);
}

const minuteMs = 60_000;
/** MiniStack looks at its schedules every few seconds. */
const leastMs = 15_000;

const Anchor = z.object({ text: z.string(), signature: z.string() });

/** Each object holds by the public key of KMS, and cannot be removed. */
async function judgeAnchors({ account: { clients }, parts: { evidence } }: Scene): Promise<void> {
  invariant(evidence !== undefined, 'a deployment names its evidence');
  const { PublicKey = new Uint8Array() } = await clients.kms.send(new GetPublicKeyCommand({ KeyId: evidence.key }));
  const key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
  const Bucket = evidence.bucket;
  const { Contents = [] } = await clients.s3.send(new ListObjectsV2Command({ Bucket, Prefix: evidence.organization }));
  if (Contents.length === 0) {
    fail('no head is in the bucket');
  }
  for (const { Key } of Contents) {
    const { Body } = await clients.s3.send(new GetObjectCommand({ Bucket, Key }));
    const { text, signature } = Anchor.parse(JSON.parse((await Body?.transformToString()) ?? ''));
    if (!verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'))) {
      fail(`the signature of ${Key} does not hold`);
    }
    const { Versions = [] } = await clients.s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: Key }));
    const removal = new DeleteObjectCommand({ Bucket, Key, VersionId: Versions[0]?.VersionId });
    const removed = await clients.s3.send(removal).catch(() => undefined);
    if (removed !== undefined) {
      fail(`${Key} could be removed`);
    }
  }
}
