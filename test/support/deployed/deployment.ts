import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';

import { readStreams } from '../../../local/storage/table-stream.ts';
import { createDynamo } from '../../../shared/kernel/store/create-dynamo.ts';
import { startBareEngine } from '../bare-engine.ts';
import { startTestEmulator, type TestEmulator } from '../emulator.ts';
import { startFakeAws } from '../fake-aws.ts';
import { type KeptVersion, startFakeEvidenceAccount } from '../fake-evidence-account.ts';
import { startEmptyMailCatcher } from '../mail-catcher.ts';
import { type Assembly, platformPlaceholder } from './assembly.ts';
import { type DeployedFunction, deployFunctions } from './deployed-functions.ts';
import { type Due, triggersIn } from './deployed-triggers.ts';
import { createDeployedTables, fillAccount, resourcesOf } from './deployment-data.ts';
import { type Resolve, resolverOf } from './resolve-template.ts';
import { type Kill, type RanDurably, runningFunctions } from './running-functions.ts';
import { settableClock } from './settable-clock.ts';
import { newBatches } from './stream-batches.ts';

interface DeploymentTerms {
  readonly assembly: Assembly;
  /** Where the assets are copied to. */
  readonly folder: string;
  /** YYYY-MM-DD: the day of the emulator and of all clocks. */
  readonly today: string;
  readonly users: number;
}

export interface Deployment {
  readonly emulator: TestEmulator;
  readonly dynamo: DynamoDBDocumentClient;
  /** By the name that the data stack gives them, in lower case. */
  readonly tables: Readonly<Record<string, string>>;
  readonly functions: readonly DeployedFunction[];
  /** The names that SES knows its mails by. */
  readonly configurationSets: readonly string[];
  /** Sets all clocks. */
  moveTo(at: string): Promise<void>;
  /** Starts a job as its schedule of this name does; a run that is not durable gives what its function answers. */
  schedule(due: Due, kills?: readonly Kill[]): Promise<RanDurably>;
  /** Starts the functions that a rule names for an event; gives their answers. */
  publish(event: object): Promise<readonly unknown[]>;
  /** Hands over what has changed in the tables since the last time, and waits for all that follows. */
  deliverStreams(kills?: Readonly<Record<string, readonly Kill[]>>): Promise<readonly Delivered[]>;
  /** Invokes a function and waits for its answer. */
  call(name: string, event: unknown): Promise<unknown>;
  /** The mails that were sent. */
  mails(): Promise<readonly Mail[]>;
  /** The anchors of the evidence: what was put into the bucket. */
  anchors(): readonly KeptVersion[];
  /** What a function has logged in the process that it runs in now. */
  log(name: string): string;
  /** Names of the functions that have worked on something. */
  used(): readonly string[];
  close(): Promise<void>;
}

interface Delivered extends Omit<RanDurably, 'result'> {
  readonly job: string;
  readonly records: number;
  readonly answer: unknown;
}

const Mails = z.object({
  emails: z.array(z.object({ subject: z.string(), destination: z.object({ to: z.array(z.string()) }) })),
});
type Mail = z.output<typeof Mails>['emails'][number];

/** Deploys an assembly on this machine: its functions, each in a process outside of the repository, on local services. */
export async function deploy({ assembly, folder, today, users }: DeploymentTerms): Promise<Deployment> {
  const [engine, emulator, aws, evidence, catcher] = await Promise.all([
    startBareEngine(),
    startTestEmulator({ today, users }),
    startFakeAws(),
    startFakeEvidenceAccount(),
    startEmptyMailCatcher(),
  ]);
  const resolve = withPlatform(resolverOf(assembly), emulator.url);
  const dynamo = createDynamo({ endpoint: engine.endpoint });
  const tables = await createDeployedTables(assembly, resolve, dynamo);
  fillAccount(assembly, resolve, aws);
  const functions = deployFunctions(assembly, resolve, folder);
  const triggers = triggersIn(assembly, resolve);
  const clock = settableClock(today);
  const running = runningFunctions(functions, clock, {
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_SES: catcher.url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
    AWS_ENDPOINT_URL_SSM: aws.url,
    AWS_ENDPOINT_URL_LAMBDA: aws.url,
    AWS_ENDPOINT_URL_KMS: evidence.url,
    AWS_ENDPOINT_URL_S3: evidence.url,
    // Nobody listens there: a service that has no place here is not looked for in AWS.
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  });
  aws.durable = running.durable;
  for (const { name, arn } of functions) {
    const work = async (event: unknown) => running.start(name, event);
    aws.functions.set(arn, work);
    aws.functions.set(`${arn}:live`, work);
  }
  const streams = readStreams({ endpoint: engine.endpoint });
  const places = new Map<string, string>();
  async function moveTo(at: string): Promise<void> {
    clock.moveTo(Date.parse(at));
    await emulator.tell('/__sim/clock', { now: at });
  }
  return {
    emulator,
    dynamo,
    tables,
    functions,
    configurationSets: resourcesOf(assembly, resolve, 'AWS::SES::ConfigurationSet').map(({ reference }) => reference),
    moveTo,
    async schedule({ job, schedule, at }, kills = []) {
      // A schedule starts nothing before its time.
      if (Date.parse(at) > clock.now()) {
        await moveTo(at);
      }
      const { functionArn, event } = triggers.schedule({ job, schedule, at });
      return running.start(running.nameOf(functionArn), event, kills);
    },
    publish: async (event) =>
      Promise.all(
        triggers.listeners(event).map(async (arn) => (await running.start(running.nameOf(arn), event)).result),
      ),
    async deliverStreams(kills = {}) {
      const delivered: Delivered[] = [];
      for (;;) {
        const batches = await newBatches(triggers, streams, places);
        for (const { trigger, records } of batches) {
          const job = running.nameOf(trigger.functionArn);
          const { result, ...ran } = await running.start(job, { Records: records }, kills[job]);
          delivered.push({ ...ran, job, records: records.length, answer: result });
        }
        await aws.settled();
        if (batches.length === 0) {
          return delivered;
        }
      }
    },
    call: async (name, event) => (await running.start(name, event)).result,
    mails: async () => Mails.parse(await (await fetch(`${catcher.url}/store`)).json()).emails,
    anchors: () => evidence.versions,
    log: (name) => running.log(name),
    used: () => running.used(),
    async close() {
      await aws.settled().catch(() => {});
      await running.close();
      streams.close();
      dynamo.destroy();
      await Promise.all([aws.close(), evidence.close(), catcher.close(), emulator.close(), engine.close()]);
    },
  };
}

/** The platform of the configuration is the emulator. */
function withPlatform(resolve: Resolve, url: string): Resolve {
  return (stack, value) => {
    const resolved = resolve(stack, value);
    return JSON.parse(JSON.stringify(resolved).replaceAll(platformPlaceholder, url));
  };
}
