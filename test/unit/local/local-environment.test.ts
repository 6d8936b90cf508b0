import { describe, expect, test } from 'vitest';

import { readLocalEnvironment } from '../../../local/local-environment.ts';
import { EnvironmentError } from '../../../shared/kernel/runtime/read-environment.ts';

describe('the environment of a single machine', () => {
  test('without anything set means embedded parts only', () => {
    expect(readLocalEnvironment({ PATH: '/bin', CURFEW_BASE_URL: '' })).toEqual({});
  });

  test('with address and key means the real platform, the web application being at the same address', () => {
    const env = { CURFEW_BASE_URL: 'https://platform.example/', CURFEW_API_KEY: 'a-key' };

    expect(readLocalEnvironment(env).platform).toEqual({
      baseUrl: 'https://platform.example',
      appUrl: 'https://platform.example',
      apiKey: 'a-key',
    });
  });

  test('with keys of single purposes means these for them, and the one key for all else', () => {
    const one = { CURFEW_BASE_URL: 'https://platform.example', CURFEW_API_KEY: 'a-key' };

    const { platform } = readLocalEnvironment({
      ...one,
      CURFEW_API_KEY_LIMITS: 'another',
      CURFEW_API_KEY_SESSIONS: '',
    });

    expect(platform).toMatchObject({ apiKey: 'a-key', keys: { limits: 'another' } });
    expect(() => readLocalEnvironment({ CURFEW_API_KEY_LIMITS: 'another' })).toThrow(/CURFEW_API_KEY is missing/);
  });

  test('honours the addresses of the SDK', () => {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://localhost:8000', AWS_ENDPOINT_URL_SES: 'http://localhost:8005' };

    expect(readLocalEnvironment(env)).toEqual({
      dynamoEndpoint: 'http://localhost:8000',
      sesEndpoint: 'http://localhost:8005',
    });
  });

  test('is refused in one message that names every wrong variable and no value', () => {
    const env = {
      CURFEW_BASE_URL: 'ftp://secret-host',
      CURFEW_APP_URL: 'nonsense-value',
      AWS_ENDPOINT_URL_DYNAMODB: 'another-value',
    };
    const read = (): unknown => readLocalEnvironment(env);

    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(/CURFEW_BASE_URL[^]*CURFEW_APP_URL|CURFEW_APP_URL[^]*CURFEW_BASE_URL/);
    expect(read).toThrow(/CURFEW_API_KEY/);
    expect(read).toThrow(/AWS_ENDPOINT_URL_DYNAMODB/);
    expect(read).not.toThrow(/secret-host|nonsense-value|another-value/);
  });
});
