import { Logger } from '@aws-lambda-powertools/logger';
import { startEmulator, type RunningEmulator } from '../../emulator/start-emulator.ts';
import { createHandler as createEnforceBudgets } from '../../functions/enforce-budgets/handler.ts';
import { jobNamed } from '../../functions/jobs.ts';
import { createHandler as createWatchControls } from '../../functions/watch-controls/handler.ts';
import { lambdaContext } from '../../local/lambda-context.ts';
import { createPlatformClient } from '../../shared/adapters/platform/platform-client.ts';
import { secretFingerprint } from '../../shared/adapters/secrets/fingerprint.ts';
import { immediateSteps } from '../../shared/adapters/memory/immediate-steps.ts';
import { enforceBudgets } from '../../shared/application/enforcement/enforce-budgets.ts';
import { watchControls } from '../../shared/application/controls/watch-controls.ts';
import { deploymentParameters, type DeploymentParts } from '../../shared/contracts/deployment-parts.ts';
import { Settings } from '../../shared/contracts/settings.ts';
import type { TableNames } from '../../shared/contracts/tables.ts';
import { systemClock } from '../../shared/runtime/system-clock.ts';
import { enforcementPorts } from '../../shared/wiring/enforcement-ports.ts';
import { noAnchoring } from '../../shared/adapters/anchors/no-anchoring.ts';
import { watchPorts } from '../../shared/wiring/watch-ports.ts';
import { controlsRules } from '../../shared/wiring/controls-rules.ts';
import { startFakeAws, type FakeAws } from './fake-aws.ts';
import type { TestEngine } from './test-engine.ts';

/** A deployment whose services are faked over HTTP; its functions are the real handlers, on the platform's emulator. */
export interface TestDeployment {
  readonly aws: FakeAws;
  readonly emulator: RunningEmulator;
  readonly tables: TableNames;
  readonly parts: DeploymentParts & { readonly functions: { readonly enforce: string; readonly controls: string } };
  /** What a command line finds it by. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const region = 'eu-central-1';
const account = '111122223333';
const arnOf = (name: string): string => `arn:aws:lambda:${region}:${account}:function:Curfew-${name}:live`;

/** Deploys `prod/acme`, as of a moment of the emulator's day. */
export async function deployFor(engine: TestEngine, today: string, atMs: number): Promise<TestDeployment> {
  const [aws, emulator] = await Promise.all([startFakeAws(), startEmulator({ port: 0, users: 20, seed: 7, today })]);
  const tables = await engine.freshTables();
  const parts = { account, region, tables, functions: { enforce: arnOf('Enforce'), controls: arnOf('Controls') } };
  const paths = deploymentParameters({ stage: 'prod', organization: 'acme' });
  const settings = Settings.parse({ mailFrom: 'curfew@acme.example' });
  aws.parameters.set(paths.parts, JSON.stringify(parts));
  aws.parameters.set(paths.settings, JSON.stringify(settings));
  const handlers = handlersOf(engine, { emulator, tables, settings, atMs });
  aws.functions.set(parts.functions.enforce, handlers.enforce);
  aws.functions.set(parts.functions.controls, handlers.controls);
  return {
    aws,
    emulator,
    tables,
    parts,
    env: {
      AWS_ENDPOINT_URL_SSM: aws.url,
      AWS_ENDPOINT_URL_LAMBDA: aws.url,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint(),
      AWS_REGION: region,
    },
    close: async () => {
      await aws.close();
      await emulator.close();
    },
  };
}

interface Surroundings {
  readonly emulator: RunningEmulator;
  readonly tables: TableNames;
  readonly settings: Settings;
  readonly atMs: number;
}

function handlersOf(engine: TestEngine, { emulator, tables, settings, atMs }: Surroundings) {
  const platform = createPlatformClient({
    baseUrl: emulator.url,
    appUrl: emulator.url,
    readKey: async () => Promise.resolve('owner-key'),
    fetch: globalThis.fetch,
    clock: systemClock,
    random: () => 0,
    asOf: () => atMs,
  });
  const clients = { dynamo: engine.dynamo(), tables, platform };
  const watching = watchPorts({
    ...clients,
    ...noAnchoring('no key'),
    fingerprint: async () => Promise.resolve(secretFingerprint('a'.repeat(43))),
  });
  const deps = { logger: new Logger({ logLevel: 'SILENT' }), clock: systemClock };
  const rules = controlsRules(settings.controls);
  const enforce = createEnforceBudgets({
    ...deps,
    steps: immediateSteps(),
    enforceBudgets: async (order) => enforceBudgets(enforcementPorts(clients), settings, order),
  });
  const watch = createWatchControls({
    ...deps,
    run: async (order) => watchControls(watching, { rules, settings }, order),
  });
  return {
    enforce: async (event: unknown) => enforce(event as never, lambdaContext(jobNamed('enforce'), systemClock)),
    controls: async (event: unknown) => watch(event as never, lambdaContext(jobNamed('controls'), systemClock)),
  };
}
