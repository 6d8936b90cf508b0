import { expect, expectTypeOf, test } from 'vitest';

import type { JobDeclaration } from '../../../../shared/kernel/runs/contract/job-declaration.ts';
import { readJobEnvironment } from '../../../../shared/kernel/runtime/read-job-environment.ts';
import type { Settings } from '../../../../shared/settings/contract/settings.ts';

const small = {
  name: 'small',
  file: 'small',
  purpose: 'Does little',
  limits: { memoryMb: 128, timeSeconds: 1 },
  tables: [
    { table: 'budgets', actions: ['dynamodb:Scan'] },
    { table: 'outbox', actions: ['dynamodb:PutItem'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
  ],
  journal: [],
  emits: [],
} as const satisfies JobDeclaration;

const large = {
  ...small,
  secrets: ['reading-key', 'fingerprint-key'],
  settings: ['admins', 'platformWindowAnchorDay'],
  sendsMail: true,
  starts: ['other-job'],
} as const satisfies JobDeclaration;

const given = {
  CURFEW_TABLE_BUDGETS: 'acme-budgets',
  CURFEW_TABLE_OUTBOX: 'acme-outbox',
  CURFEW_BASE_URL: 'https://platform.example.com',
  CURFEW_API_KEY_SECRET_ID: 'arn:key',
  CURFEW_FINGERPRINT_KEY_SECRET_ID: 'arn:fingerprints',
  CURFEW_SETTINGS: '{}',
  CURFEW_MAIL_FROM: 'curfew@acme.example',
  CURFEW_FUNCTION_OTHER_JOB: 'arn:other-job:live',
};

test('a function reads the names of the tables that its job declares, each once', () => {
  const { tables } = readJobEnvironment(small, given);

  expect(tables).toEqual({ budgets: 'acme-budgets', outbox: 'acme-outbox' });
  expectTypeOf(tables).toEqualTypeOf<Readonly<Record<'budgets' | 'outbox', string>>>();
});

test('a function reads what else its job declares: platform, keys, settings, sender and the jobs that it may start', () => {
  const env = readJobEnvironment(large, given);

  expect(env.functions).toEqual({ 'other-job': 'arn:other-job:live' });
  expect(env).toMatchObject({
    CURFEW_BASE_URL: 'https://platform.example.com',
    CURFEW_API_KEY_SECRET_ID: 'arn:key',
    CURFEW_FINGERPRINT_KEY_SECRET_ID: 'arn:fingerprints',
    CURFEW_SETTINGS: { platformWindowAnchorDay: 1 },
    CURFEW_MAIL_FROM: 'curfew@acme.example',
  });
  expectTypeOf(env.CURFEW_SETTINGS).toEqualTypeOf<Pick<Settings, 'admins' | 'platformWindowAnchorDay'>>();
});

test('an empty environment is answered with one message that names every variable', () => {
  const reading = () => readJobEnvironment(large, {});

  for (const name of Object.keys(given)) {
    expect(reading).toThrow(name);
  }
});

test('what the job does not declare is no part of what its function reads: it does not compile', () => {
  const env = readJobEnvironment(small, given);

  // @ts-expect-error: the declaration names no table of this name
  expect(env.tables.limits).toBeUndefined();
  // @ts-expect-error: the declaration asks for no settings
  expect(env.CURFEW_SETTINGS).toBeUndefined();
});
