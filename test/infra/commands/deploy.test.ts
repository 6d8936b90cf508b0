import { describe, expect, test } from 'vitest';

import { curfew as example } from '../../../curfew.config.example.ts';
import { refusedAsDurable, runDeploy } from '../../../infra/commands/run-deploy.ts';
import { ConfigError, readConfig } from '../../../infra/config.ts';
import { jobs } from '../../../shared/jobs.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { aConfig, fakeIo } from './fake-io.ts';

const allSteps = ['synth --quiet', 'diff --app cdk.out', 'deploy --all --app cdk.out --require-approval never'];

test('the plan that was shown is deployed after a yes', async () => {
  const { io, calls, said } = fakeIo({ config: aConfig(), answers: ['yes'] });

  const code = await runDeploy(io, { yes: false });

  expect(code).toBe(0);
  expect(calls).toEqual(allSteps);
  expect(said.join('\n')).toMatch(/prod \(north\) to eu-central-1, account 222233334444\?/u);
});

test.each(['', 'n', 'yeah, why not'])('nothing is deployed for the answer %o', async (answer) => {
  const { io, calls } = fakeIo({ config: aConfig(), answers: [answer] });

  const code = await runDeploy(io, { yes: false });

  expect(code).toBe(1);
  expect(calls).toEqual(allSteps.slice(0, 2));
});

test('--yes does not ask', async () => {
  const { io, calls } = fakeIo({ config: aConfig() });

  const code = await runDeploy(io, { yes: true });

  expect(code).toBe(0);
  expect(calls).toEqual(allSteps);
});

test('without a terminal and without --yes nothing is even built', async () => {
  const { io, calls, said } = fakeIo({ config: aConfig() });

  const code = await runDeploy(io, { yes: false });

  expect(code).toBe(2);
  expect(calls).toEqual([]);
  expect(said).toEqual([expect.stringContaining('--yes')]);
});

test.each(['synth', 'diff', 'deploy'])(
  'when the %s fails, nothing comes after it and the exit code says so',
  async (step) => {
    const { io, calls } = fakeIo({ config: aConfig(), answers: ['y'], exitCodes: { [step]: 7 } });

    const code = await runDeploy(io, { yes: false });

    expect(code).toBe(1);
    expect(calls.at(-1)).toMatch(new RegExp(`^${step}`));
  },
);

test('a configuration that is missing is refused by one message that says what to do', async () => {
  const { io, calls, said } = fakeIo({});

  const code = await runDeploy(io, { yes: true });

  expect(code).toBe(2);
  expect(calls).toEqual([]);
  expect(said).toEqual([expect.stringContaining('copy curfew.config.example.ts')]);
});

test('a configuration that is wrong is refused by its own message', async () => {
  const { io, calls, said } = fakeIo({ config: new ConfigError('curfew.stage: must be …') });

  const code = await runDeploy(io, { yes: true });

  expect(code).toBe(2);
  expect(calls).toEqual([]);
  expect(said).toEqual(['curfew.stage: must be …']);
});

test('an identity of the example is no less one when it is to be made', async () => {
  const [organization] = example.organizations;
  const mailIdentity = { create: 'acme.example' };
  const config = readConfig({ ...example, organizations: [{ ...organization, mailIdentity }] });
  const { io, said } = fakeIo({ config });

  await runDeploy(io, { yes: true });

  expect(said.join('')).toContain('curfew.organizations.0.mailIdentity');
});

test('the example is a valid configuration, and is refused value by value', async () => {
  const { io, calls, said } = fakeIo({ config: readConfig(example) });

  const code = await runDeploy(io, { yes: true });

  expect(code).toBe(2);
  expect(calls).toEqual([]);
  const places = [
    'account',
    'baseUrl',
    'mailIdentity',
    'settings.mailFrom',
    'settings.admins.0',
    'settings.roles.security',
  ];
  expect(places.filter((place) => !said[0]?.includes(place))).toEqual([]);
});

test('without credentials it is refused before anything is built', async () => {
  const { io, calls, said } = fakeIo({ config: aConfig(), hasCredentials: false });

  const code = await runDeploy(io, { yes: true });

  expect(code).toBe(1);
  expect(calls).toEqual([]);
  expect(said).toEqual([expect.stringContaining('finds no credentials')]);
});

test('a region without durable functions is refused before anything is built', async () => {
  const { io, calls, said } = fakeIo({ config: aConfig(), answers: ['yes'], durable: 'no' });

  const code = await runDeploy(io, { yes: false });

  expect(code).toBe(1);
  expect(calls).toEqual([]);
  expect(said).toEqual([expect.stringMatching(/^Nothing was deployed: eu-central-1 has no durable functions/u)]);
});

test('where AWS does not say whether a region has durable functions, it is deployed to', async () => {
  const { io, calls } = fakeIo({ config: aConfig(), durable: 'unknown' });

  expect(await runDeploy(io, { yes: true })).toBe(0);
  expect(calls).toEqual(allSteps);
});

test('an organization without any role is named before the question, with where roles are given', async () => {
  const settings = { admins: ['ops@north.test'], mailFrom: 'curfew@north.test' };
  const { io, said } = fakeIo({ config: aConfig(['north'], { settings }), answers: ['no'] });

  await runDeploy(io, { yes: false });

  expect(said[0]).toMatch(/^No role is given in settings\.roles of north: no one, you included/u);
});

test('--revert-drift has the CDK put back what was changed beside CloudFormation', async () => {
  const { io, calls } = fakeIo({ config: aConfig() });

  await runDeploy(io, { yes: true, revertDrift: true });

  expect(calls.at(-1)).toBe('deploy --all --app cdk.out --require-approval never --revert-drift');
});

test('a region that the CDK does not know is named before anything is done, and refused by nobody', async () => {
  const { io, calls, said } = fakeIo({ config: { ...aConfig(), region: 'eu-nowhere-9' }, answers: ['yes'] });

  const code = await runDeploy(io, { yes: false });

  expect(code).toBe(0);
  expect(said[0]).toMatch(/curfew\.region: .* eu-nowhere-9\. .*curfew\.config\.ts/u);
  expect(calls).toEqual(allSteps);
});

test('where AWS cannot be asked for the difference, account and region are named with what to check', async () => {
  const { io, said } = fakeIo({ config: aConfig(), exitCodes: { diff: 1 } });

  const code = await runDeploy(io, { yes: true });

  expect(code).toBe(1);
  expect(said.join('\n')).toMatch(/account 222233334444 .* eu-central-1 is/u);
});

describe('a job that this version makes durable', () => {
  const plain = { role: 'Curfew-prod-north-Enforce', isDurable: false };

  test.each([false, true])('is refused over the function that is there, with what to do (--yes: %s)', async (yes) => {
    const { io, calls, said } = fakeIo({ config: aConfig(), answers: ['yes'], functions: [plain] });

    const code = await runDeploy(io, { yes });

    expect(code).toBe(1);
    expect(calls).toEqual([]);
    expect(said).toEqual([
      expect.stringMatching(
        /enforce of north\..*\n.*\n {2}npx cdk destroy Curfew-prod-north-Watchdog Curfew-prod-north-Jobs\n {2}npm run deploy$/su,
      ),
    ]);
  });

  test.each([
    ['is durable already', [{ ...plain, isDurable: true }]],
    ['is of another stage', [{ ...plain, role: 'Curfew-test-north-Enforce' }]],
    ['is of a job that stays as it is', [{ ...plain, role: 'Curfew-prod-north-Controls' }]],
    ['is not there', []],
  ])('is deployed where the function %s', async (_what, functions) => {
    const { io, calls } = fakeIo({ config: aConfig(), answers: ['yes'], functions });

    expect(await runDeploy(io, { yes: false })).toBe(0);
    expect(calls).toEqual(allSteps);
  });

  test('is not known where AWS does not list the functions; that is said, and the difference is shown', async () => {
    const { io, calls, said } = fakeIo({ config: aConfig(), answers: ['no'], functions: new Error('denied') });

    await runDeploy(io, { yes: false });

    expect(calls).toEqual(allSteps.slice(0, 2));
    expect(said[0]).toContain('could not be listed');
  });

  test('is named for each organization, whichever job it is', () => {
    const first = jobs.find(({ anchors }) => anchors === undefined);
    invariant(first !== undefined, 'there are jobs');
    const durable = { runSeconds: 600, executionSeconds: 900, stepSeconds: 60 };
    const job = { ...first, name: 'live', limits: { ...first.limits, durable } } as const;
    const functions = ['north', 'south'].map((name) => ({ role: `Curfew-prod-${name}-Live`, isDurable: false }));

    const refused = refusedAsDurable(aConfig(['north', 'south', 'west']), functions, [job]);

    expect(refused).toMatch(/live of north; live of south/u);
    expect(refused).not.toContain('west');
  });
});
