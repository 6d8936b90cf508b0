import { describe, expect, test } from 'vitest';

import {
  configuredOrganization,
  readOptions,
  readTarget,
  type TargetSources,
  UsageError,
} from '../../../../cli/doctor/trial/target.ts';
import { readConfig } from '../../../../infra/config.ts';
import type { Environment } from '../../../../shared/kernel/runtime/read-environment.ts';
import { optionsOf } from '../../../support/trial-runs.ts';

const platform = { CURFEW_BASE_URL: 'https://platform.test', CURFEW_API_KEY: 'a-secret-key' };

const config = readConfig({
  stage: 'prod',
  region: 'eu-central-1',
  account: '222233334444',
  organizations: [
    {
      name: 'north',
      baseUrl: 'https://platform.north.test',
      settings: { admins: ['ops@north.test'], mailFrom: 'curfew@north.test', rereadDays: 5 },
    },
  ],
});

function targetOf(env: Environment, args: readonly string[] = [], more: Partial<TargetSources> = {}) {
  return readTarget({
    env,
    options: readOptions(optionsOf(args)),
    configured: undefined,
    sdkRegion: undefined,
    ...more,
  });
}

describe('what the trial is about to touch', () => {
  test('is named in one message where it is wrong, every variable and no value', () => {
    const read = () =>
      targetOf({ CURFEW_BASE_URL: 'ftp://hunter2', AWS_ENDPOINT_URL_SES: 'hunter3', CURFEW_APP_URL: 'hunter4' });

    expect(read).toThrow(/CURFEW_BASE_URL[^]*CURFEW_APP_URL[^]*AWS_ENDPOINT_URL_SES[^]*CURFEW_API_KEY[^]*AWS_REGION/u);
    expect(read).not.toThrow(/hunter/);
  });

  test('is what the organization of curfew.config.ts is deployed with', () => {
    const configured = configuredOrganization(config, 'north');

    const target = targetOf({ CURFEW_API_KEY: 'a-secret-key' }, ['--mail-to', 'me@north.test'], { configured });

    expect(target).toMatchObject({
      region: 'eu-central-1',
      account: '222233334444',
      platform: { baseUrl: 'https://platform.north.test' },
      settings: { rereadDays: 5 },
      mail: {
        kind: 'mail',
        from: 'curfew@north.test',
        to: 'me@north.test',
        identities: ['north.test'],
        isToBeMade: false,
      },
    });
  });

  test('is refused where the environment says otherwise than curfew.config.ts', () => {
    const configured = configuredOrganization(config, 'north');

    const read = () => targetOf({ ...platform, AWS_REGION: 'us-east-1' }, [], { configured });

    expect(read).toThrow(/CURFEW_BASE_URL contradicts[^]*AWS_REGION contradicts/);
  });

  test('is in the region of the SDK’s own settings where no variable names one', () => {
    expect(targetOf(platform, [], { sdkRegion: 'eu-west-1' }).region).toBe('eu-west-1');
  });

  test.each([
    { why: 'no sender is known', env: {}, args: [] },
    {
      why: 'there is no SES',
      env: { AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:1' },
      args: ['--mail-from', 'a@b.test'],
    },
  ])('has no mail where $why', ({ why, env, args }) => {
    const { mail } = targetOf({ ...platform, AWS_REGION: 'eu-central-1', ...env }, args);

    expect(mail.kind === 'none' ? mail.reason : mail).toContain(why);
  });
});

describe('an organization', () => {
  test.each([
    { name: 'south', from: config, problem: 'north' },
    { name: 'north', from: undefined, problem: 'curfew.config.ts' },
  ])('that is not configured is wrong usage: $problem', ({ name, from, problem }) => {
    expect(() => configuredOrganization(from, name)).toThrow(problem);
  });

  test('that still holds values of the example is wrong usage', () => {
    const [first] = config.organizations;
    const example = {
      ...config,
      organizations: first === undefined ? [] : [{ ...first, baseUrl: 'https://x.example.com' }],
    };

    expect(() => configuredOrganization(example, 'north')).toThrow('example');
  });
});

describe('options', () => {
  test('that are wrong are named together', () => {
    const read = () => readOptions({ mailTo: 'nobody', defaultBudget: '1.5', minAge: '-' });

    expect(read).toThrow(UsageError);
    expect(read).toThrow(/--mail-to: [^]*\n--default-budget: [^]*--min-age: /);
  });
});
