import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { commandLine } from '../support/command-line.ts';
import { deployFor, type TestDeployment } from '../support/deployment.ts';
import { startFakeAws, type FakeAws } from '../support/fake-aws.ts';
import { programEnvironment } from '../support/program.ts';
import { useScratchFolder } from '../support/scratch-folder.ts';
import { useEngine } from '../support/test-engine.ts';

const main = join(import.meta.dirname, '..', '..', 'cli', 'main.ts');
const user = 'arn:aws:iam::111122223333:user/ada';

const { pathOf } = useScratchFolder();
const engine = useEngine();
let deployment: TestDeployment;
let elsewhere: FakeAws;
let curfew: ReturnType<typeof commandLine>;

beforeAll(async () => {
  deployment = await deployFor(engine, '2026-03-15', Date.parse('2026-03-15T02:30:00Z'));
  elsewhere = await startFakeAws();
  curfew = commandLine({ env: deployment.env });
});

afterEach(() => {
  deployment.aws.refusal = undefined;
  elsewhere.refusal = undefined;
});

afterAll(async () => {
  await elsewhere.close();
  await deployment.close();
});

describe('which installation is meant', () => {
  test.each([
    [['--state', '.curfew', '--deployment', 'prod/acme'], 'name two installations'],
    [['--deployment', 'acme'], 'is no deployment'],
    [['--deployment', 'prod/acme/again'], 'is no deployment'],
    [['--deployment', 'Prod/Acme'], 'is no deployment'],
    [['--deployment', ''], 'is no deployment'],
  ])('%j is wrong usage, and nothing is asked', async (where, words) => {
    const { exitCode, stderr } = await commandLine({ env: {} })('budgets', 'list', ...where);

    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  test('a deployment of the environment that is none is wrong usage, and not this machine', async () => {
    const result = await commandLine({ env: { CURFEW_DEPLOYMENT: 'prod' } })('budgets', 'list');

    expect(result).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CURFEW_DEPLOYMENT "prod"') });
  });

  test('what was typed goes before the environment, and the command shows where it acts', async () => {
    const state = pathOf('state');
    const env = { CURFEW_DEPLOYMENT: 'prod/acme' };

    const { exitCode, stderr } = await commandLine({ env, state })('budgets', 'list');

    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(state)]);
  });
});

describe('a deployment', () => {
  test('that is not there, in this region or at all, is said with what to check', async () => {
    const { exitCode, stderr, stdout } = await curfew('caps', '--deployment', 'prod/globex', '--json');

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/prod\/globex.*eu-central-1/)]);
    expect(stderr).toContain('AWS_REGION and AWS_PROFILE');
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining('prod/globex') });
  });

  test('of another version is not guessed at', async () => {
    deployment.aws.parameters.set('/curfew/prod/older/parts', JSON.stringify({ account: '111122223333' }));

    const { exitCode, stderr } = await curfew('caps', '--deployment', 'prod/older');

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('prod/older')]);
  });

  test.each(['ExpiredTokenException', 'UnrecognizedClientException', 'InvalidSignatureException'])(
    'that refuses the credentials with %s asks to sign in again',
    async (type) => {
      deployment.aws.refusal = { status: 400, type, message: 'The security token included in the request is …' };

      const { exitCode, stderr } = await curfew('caps', '--deployment', 'prod/acme');

      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(type)]);
      expect(stderr).toContain('aws sso login');
    },
  );

  test('that may not be looked up names the permission', async () => {
    deployment.aws.refusal = denied('ssm:GetParameters', 'arn:aws:ssm:eu-central-1:111122223333:parameter/curfew');

    const { exitCode, stderr } = await curfew('caps', '--deployment', 'prod/acme');

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/ssm:GetParameters.*arn:aws:ssm/)]);
    expect(stderr).not.toContain(user);
  });

  test('whose function cannot be started says so at once, and nothing of the reason, which stands in its log', async () => {
    const { functions } = deployment.aws;
    const arn = deployment.parts.functions.enforce;
    const enforce = functions.get(arn);
    functions.delete(arn);

    const { exitCode, stderr } = await curfew('run', 'enforce', '--deployment', 'prod/acme');

    if (enforce !== undefined) {
      functions.set(arn, enforce);
    }
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('look at the log')]);
    expect(stderr).not.toMatch(/arn:aws|at .*\.ts/u);
  });

  test('in a region where nobody answers names the region', async () => {
    const env = { ...deployment.env, AWS_ENDPOINT_URL_SSM: 'http://127.0.0.1:9', AWS_REGION: 'eu-moon-1' };

    const { exitCode, stderr } = await commandLine({ env })('caps', '--deployment', 'prod/acme');

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/eu-moon-1.*ECONNREFUSED/)]);
  });
});

describe('without', () => {
  /** A process of its own, whose SDK finds nothing on this machine. */
  async function asNobody(env: Readonly<Record<string, string>>) {
    const nobody = { ...programEnvironment(), HOME: pathOf(), AWS_EC2_METADATA_DISABLED: 'true', ...env };
    const args = [main, 'caps', '--deployment', 'prod/acme'];
    const run = promisify(execFile)(process.execPath, args, { cwd: pathOf(), env: nobody });
    return run.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error,
    );
  }

  test('credentials, the command says how to get some', async () => {
    const result = await asNobody({ AWS_REGION: 'eu-central-1' });

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('aws sso login') });
  });

  test('a region, the command says which variable names one', async () => {
    const result = await asNobody({ AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' });

    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('AWS_REGION') });
  });
});

function denied(permission: string, resource: string) {
  const message = `User: ${user} is not authorized to perform: ${permission} on resource: ${resource} because no identity-based policy allows the ${permission} action`;
  return { status: 400, type: 'AccessDeniedException', message };
}
