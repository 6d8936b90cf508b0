import { describe, expect, test } from 'vitest';

import { PlatformEnvironment, platformAccess } from '../../../../shared/kernel/contract/platform-environment.ts';
import { readEnvironment } from '../../../../shared/kernel/runtime/read-environment.ts';

const complete = { CURFEW_BASE_URL: 'https://platform.example.com', CURFEW_API_KEY: 'a-key' };

function accessFor(env: Readonly<Record<string, string>>) {
  return platformAccess(readEnvironment(PlatformEnvironment, env));
}

describe('addresses', () => {
  test('the address of the web application is the base address unless it is given', () => {
    const shared = accessFor(complete);
    const own = accessFor({ ...complete, CURFEW_APP_URL: 'https://app.example.com' });

    expect(shared.appUrl).toBe('https://platform.example.com');
    expect(own).toMatchObject({ baseUrl: 'https://platform.example.com', appUrl: 'https://app.example.com' });
  });

  test('a slash at the end is tolerated and a path is kept', () => {
    const access = accessFor({ ...complete, CURFEW_BASE_URL: 'https://proxy.example.com/platform/' });

    expect(access.baseUrl).toBe('https://proxy.example.com/platform');
  });

  test.each(['http://localhost:4010', 'http://127.0.0.1:4010', 'http://127.9.9.9', 'http://[::1]:4010'])(
    'plain http is accepted on this machine: %s',
    (address) => {
      expect(accessFor({ ...complete, CURFEW_BASE_URL: address }).baseUrl).toBe(address);
    },
  );

  test.each([
    ['http://platform.example.com', 'https://'],
    ['http://localhost.example.com', 'https://'],
    ['http://127.0.0.1.example.com', 'https://'],
    ['https://user:hunter2@platform.example.com', 'password'],
    ['https://user@platform.example.com', 'password'],
    ['https://platform.example.com/?key=hunter2', 'query or a fragment'],
    ['https://platform.example.com/#hunter2', 'query or a fragment'],
    ['ftp://platform.example.com', 'https address'],
    ['platform.example.com', 'https address'],
    [`https://${'a'.repeat(2050)}.example.com`, 'https address'],
  ])('%s is refused, and not repeated', (address, problem) => {
    const reading = () => accessFor({ ...complete, CURFEW_BASE_URL: address });

    expect(reading).toThrow('CURFEW_BASE_URL');
    expect(reading).toThrow(problem);
    expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});

describe('the key', () => {
  test('it is given in the environment', () => {
    expect(accessFor(complete).key).toEqual({ kind: 'given', key: 'a-key' });
  });

  test('it is named as a secret', () => {
    const access = accessFor({ CURFEW_BASE_URL: complete.CURFEW_BASE_URL, CURFEW_API_KEY_SECRET_ID: 'arn:secret' });

    expect(access.key).toEqual({ kind: 'secret', secretId: 'arn:secret' });
  });

  test('its absence is said together with whatever else is wrong', () => {
    const reading = () => accessFor({});

    expect(reading).toThrow(/CURFEW_BASE_URL is missing.*\n.*CURFEW_API_KEY is missing/u);
  });

  test('a key and a secret together are refused without showing the key', () => {
    const reading = () => accessFor({ ...complete, CURFEW_API_KEY: 'hunter2', CURFEW_API_KEY_SECRET_ID: 'arn' });

    expect(reading).toThrow(/CURFEW_API_KEY is wrong: .*not both/);
    expect(reading).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hunter2') }));
  });
});
