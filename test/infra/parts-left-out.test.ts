import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as kms from '@aws-sdk/client-kms';
import * as lambda from '@aws-sdk/client-lambda';
import * as s3 from '@aws-sdk/client-s3';
import * as secretsManager from '@aws-sdk/client-secrets-manager';
import * as ssm from '@aws-sdk/client-ssm';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';

import { partsLeftOut } from '../../infra/constructs/bundling/parts-left-out.ts';
import { openApiDocument } from '../../shared/admin-api/http/openapi-document.ts';
import { repositoryFiles, textOf } from '../architecture/source-files.ts';

const repository = join(import.meta.dirname, '..', '..');

/** One call with each client, and what is to be known of its error. */
const program = `
import { ConditionalCheckFailedException, DynamoDBClient, PutItemCommand, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand, SESClient } from '@aws-sdk/client-ses';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';

const mail = { Source: 'a@x', Destination: { ToAddresses: ['b@x'] }, Message: { Subject: { Data: 's' }, Body: {} } };
const calls = {
  dynamodb: [DynamoDBClient, new PutItemCommand({ TableName: 't', Item: {} })],
  kms: [KMSClient, new GetPublicKeyCommand({ KeyId: 'k' })],
  lambda: [LambdaClient, new InvokeCommand({ FunctionName: 'f' })],
  s3: [S3Client, new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: 'x' })],
  'secrets-manager': [SecretsManagerClient, new GetSecretValueCommand({ SecretId: 's' })],
  ses: [SESClient, new SendEmailCommand(mail)],
  ssm: [SSMClient, new GetParametersCommand({ Names: ['n'] })],
};

export async function errorOf(name, endpoint) {
  const [Client, command] = calls[name];
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new Client({ endpoint, region: 'eu-central-1', credentials, maxAttempts: 1, forcePathStyle: true });
  const error = await client.send(command).catch((error) => error);
  return {
    name: error.name,
    message: error.message,
    fault: error.$fault,
    retryable: error.$retryable,
    status: error.$metadata.httpStatusCode,
    requestId: error.$metadata.requestId,
    reasons: error.CancellationReasons,
    classes: [ConditionalCheckFailedException, TransactionCanceledException, S3ServiceException].map((known) => error instanceof known),
  };
}
`;

const Program = z.object({ errorOf: z.custom<(client: string, endpoint: string) => Promise<unknown>>() });

/** Errors of a service by their names on the wire, each with its status. */
type WireErrors = Readonly<Record<string, number>>;

/** All that a client knows, and one that it does not. */
function errorsOf(client: object): WireErrors {
  const known = Object.values(client).filter((value): value is new (given: object) => { readonly $fault: string } => {
    return typeof value === 'function' && 'shapeId' in value;
  });
  return {
    ...Object.fromEntries(known.map((Known) => [Known.name, new Known({}).$fault === 'server' ? 500 : 400])),
    NobodyKnowsThis: 400,
    NobodyKnowsThisEither: 503,
  };
}

const errors: Readonly<Record<string, WireErrors>> = {
  dynamodb: errorsOf(dynamodb),
  kms: errorsOf(kms),
  lambda: errorsOf(lambda),
  s3: { ...errorsOf(s3), PreconditionFailed: 412 },
  'secrets-manager': errorsOf(secretsManager),
  // What `SendEmail` answers, in the words of SES.
  ses: {
    AccountSendingPausedException: 400,
    ConfigurationSetDoesNotExist: 400,
    ConfigurationSetSendingPausedException: 400,
    LimitExceeded: 400,
    MailFromDomainNotVerifiedException: 400,
    MessageRejected: 400,
    Throttling: 400,
    InvalidParameterValue: 400,
    ServiceUnavailable: 503,
  },
  ssm: errorsOf(ssm),
};

const said = 'said by the service';

function bodyOf(client: string, type: string): string {
  const error = `<Error><Type>Sender</Type><Code>${type}</Code><Message>${said}</Message></Error>`;
  switch (client) {
    case 's3':
      return error;
    case 'ses':
      return `<ErrorResponse>${error}<RequestId>a-request</RequestId></ErrorResponse>`;
    default:
      return JSON.stringify({ __type: type, message: said, CancellationReasons: [{ Code: 'ConditionalCheckFailed' }] });
  }
}

/** Answers each call with the error that its path names: `/CLIENT/ERROR/STATUS/…`. */
async function startRefusingServices(): Promise<string> {
  const server = createServer((request, response) => {
    const [, client = '', type = '', status] = (request.url ?? '').split('/');
    const isXml = client === 's3' || client === 'ses';
    request.resume().on('end', () => {
      response
        .writeHead(Number(status), {
          'x-amzn-requestid': 'a-request',
          'content-type': isXml ? 'text/xml' : 'application/x-amz-json-1.0',
          ...(!isXml && { 'x-amzn-errortype': type }),
        })
        .end(bodyOf(client, type));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function built(contents: string, isCut: boolean): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: repository },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: isCut ? [partsLeftOut()] : [],
  });
  return outputFiles[0]?.text ?? '';
}

test(
  'every error of AWS is the same in a bundle, whatever is left out of its client',
  { timeout: 120_000 },
  async () => {
    const base = await startRefusingServices();
    const folder = mkdtempSync(join(tmpdir(), 'curfew-left-out-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const errorsWhere = async (isCut: boolean): Promise<Record<string, unknown>> => {
      const file = join(folder, `${isCut}.mjs`);
      writeFileSync(file, await built(program, isCut));
      const { errorOf } = Program.parse(await import(pathToFileURL(file).href));
      const found = Object.entries(errors).flatMap(([client, types]) =>
        Object.entries(types).map(async ([type, status]) => {
          const error = await errorOf(client, `${base}/${client}/${type}/${status}`);
          return [`${client} ${type}`, error] as const;
        }),
      );
      return Object.fromEntries(await Promise.all(found));
    };

    const [whole, cut] = [await errorsWhere(false), await errorsWhere(true)];

    expect(Object.keys(whole).length).toBeGreaterThan(300);
    expect(cut).toEqual(whole);
    expect(cut).toMatchObject({
      'dynamodb ConditionalCheckFailedException': { classes: [true, false, false], message: said, status: 400 },
      'dynamodb TransactionCanceledException': {
        reasons: [{ Code: 'ConditionalCheckFailed' }],
        classes: [false, true, false],
      },
      'dynamodb ReplicatedWriteConflictException': { retryable: {} },
      'lambda ResourceNotFoundException': {
        name: 'ResourceNotFoundException',
        fault: 'client',
        requestId: 'a-request',
      },
      's3 PreconditionFailed': { name: 'PreconditionFailed', classes: [false, false, true], status: 412 },
      'ssm InternalServerError': { name: 'InternalServerError', fault: 'server', message: said },
      'ses ConfigurationSetDoesNotExist': { name: 'ConfigurationSetDoesNotExistException', message: said },
    });
  },
);

test('every class of error that a function distinguishes is in its bundle', async () => {
  const files = repositoryFiles().filter((path) => /^(?:shared|functions)\/.*\.ts$/u.test(path));
  const classes = files.flatMap((path) =>
    [
      ...textOf(path).matchAll(
        /import \{[^}]*\b(\w+(?<!Service)Exception)\b[^}]*\} from '@aws-sdk\/client-([\w-]+)'/gu,
      ),
    ].map(([, name, client]) => ({ name, client })),
  );

  expect(classes.length).toBeGreaterThan(1);
  for (const { name = '', client = '' } of classes) {
    const text = await built(`import * as all from '@aws-sdk/client-${client}'; globalThis.${name} = all;`, true);
    expect(text).toMatch(new RegExp(`registerError\\(${name}\\$`, 'u'));
  }
});

test('of a durable context, a bundle holds the operations that our runs call', async () => {
  const files = repositoryFiles().filter((path) => /^(?:shared|functions)\/.*\.ts$/u.test(path));
  const durable = files.map(textOf).filter((text) => text.includes("from '@aws/durable-execution-sdk-js'"));
  const called = durable.flatMap((text) =>
    [...text.matchAll(/\b(?:context|durable)\.(\w+)\(/gu)].map(([, name]) => name),
  );

  const text = await built("export { withDurableExecution } from '@aws/durable-execution-sdk-js';", true);

  expect(new Set(called)).toEqual(new Set(['runInChildContext', 'step', 'wait']));
  const refused = [...text.matchAll(/\b(\w+) = \(\(\) => \{\s+throw new Error\("this bundle holds/gu)];
  expect(refused.map(([, name]) => name)).toEqual([
    'invokeHandler',
    'callbackFactory',
    'waitForCallbackHandler',
    'waitForConditionHandler',
    'mapHandler',
    'parallelHandler',
    'concurrentExecutionHandler',
  ]);
  expect(text).toMatch(/createStepHandler\(.*createWaitHandler\(/su);
});

test('of a schema, a bundle lacks methods that nobody calls, and what they would make', async () => {
  const files = repositoryFiles().filter((path) => /^(?:shared|functions)\/.*\.ts$/u.test(path));
  const program = "import * as z from 'zod'; export const schema = z.object({ name: z.string().min(1).optional() });";

  const [whole, cut] = [await built(program, false), await built(program, true)];

  expect(files.filter((path) => /\.and\(/u.test(textOf(path)))).toEqual([]);
  for (const part of ['ZodIntersection', 'ZodEmail', 'ZodISODateTime', 'util_exports', 'aggregateChecks']) {
    expect(whole).toContain(part);
    expect(cut).not.toContain(part);
  }
});

test('the admin API describes itself in a bundle by the same schemas, though none of them can do so by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'curfew-left-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.mjs');
  writeFileSync(file, await built("export * from './shared/admin-api/http/openapi-document.ts';", true));

  const bundled = (await import(pathToFileURL(file).href)) as { readonly openApiDocument: typeof openApiDocument };

  expect(await bundled.openApiDocument('/api')).toEqual(await openApiDocument('/api'));
});

test('a function looks for its credentials in the environment alone, and loads no plugins', async () => {
  const program =
    "export { DynamoDBClient } from '@aws-sdk/client-dynamodb'; export { withDurableExecution } from '@aws/durable-execution-sdk-js';";

  const text = await built(program, true);

  expect(text).not.toMatch(/credential-provider-(?:http|imds|ini|process|sso|web-identity)|DURABLE_EXECUTION_PLUGINS/u);
  expect(text).toMatch(/defaultProvider\w* = \(\w+\) => fromEnv\w*\(/u);
});
