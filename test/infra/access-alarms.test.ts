import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import { buildApp, stackNamed, type SynthesizedStack, synthesize, testConfig } from './synthesized.ts';

const Join = z.strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const Select = z.strictObject({ 'Fn::Select': z.tuple([z.coerce.number(), z.unknown()]) });
const Split = z.strictObject({ 'Fn::Split': z.tuple([z.string(), z.unknown()]) });
const parameters: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::AccountId': '111122223333',
  'AWS::Region': 'eu-central-1',
};

/** A value of a template as CloudFormation would have it when each import is `imported`. */
function resolved(value: unknown, imported: string): unknown {
  const inside = (each: unknown) => resolved(each, imported);
  if (Array.isArray(value)) {
    return value.map(inside);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if ('Fn::ImportValue' in value) {
    return imported;
  }
  if ('Ref' in value) {
    return parameters[String(value.Ref)];
  }
  if ('Fn::Join' in value) {
    const [separator, parts] = Join.parse(value)['Fn::Join'];
    return parts.map(inside).join(separator);
  }
  if ('Fn::Select' in value) {
    const [index, list] = Select.parse(value)['Fn::Select'];
    return z.array(z.string()).parse(inside(list))[index];
  }
  if ('Fn::Split' in value) {
    const [separator, text] = Split.parse(value)['Fn::Split'];
    return String(inside(text)).split(separator);
  }
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(each)]));
}

let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp());
});

function ruleNamed(name: string) {
  const rules = [...stackNamed(stacks, 'Curfew-test-acme-Watchdog').resources('AWS::Events::Rule')];
  return rules.find(([id]) => id.includes(name))?.[1].Properties;
}

test.each([
  // The watcher of the controls signs heads too, so that its role is called Anchors.
  ['PlatformKey', ['Anchors', 'Computers', 'Digest', 'Enforce', 'Live', 'Readiness', 'Sessions']],
  ['FingerprintKey', ['Anchors']],
  ['LinkKey', ['Door', 'Mails']],
])('a read of %s is reported unless a function that needs it reads, a person without a role too', (secret, readers) => {
  const rule = JSON.stringify(ruleNamed(`${secret}Read`));

  expect(rule).toContain('"State":"ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS"');
  expect(rule).toContain('GetSecretValue');
  expect(rule).toContain('{"arn":[{"exists":false}]}');
  expect([...rule.matchAll(/role\/Curfew-test-acme-([A-Za-z]+)/gu)].map(([, name = '']) => name).toSorted()).toEqual(
    readers,
  );
});

test('a secret is recognized by its name, and by its ARN with or without the end that AWS adds', () => {
  const pattern = ruleNamed('PlatformKeyRead')?.['EventPattern'];

  const name = 'PlatformKey0A1B2C3D-q1W2e3R4t5Y6';
  const filled = resolved(pattern, `arn:aws:secretsmanager:eu-central-1:111122223333:secret:${name}-a1B2c3`);
  expect(filled).toMatchObject({
    detail: {
      requestParameters: {
        secretId: [{ prefix: `arn:aws:secretsmanager:eu-central-1:111122223333:secret:${name}` }, { prefix: name }],
      },
    },
  });
});

test('a pattern fits into the 2,048 characters of EventBridge with the longest names, and none takes one of the 30 rules with wildcards', () => {
  const [first] = testConfig.organizations;
  const longest = {
    ...testConfig,
    region: 'ap-southeast-1',
    stage: 's'.repeat(24),
    organizations: [{ ...first, name: 'o'.repeat(24), platformKeys: ['limits', 'sessions', 'computers'] }],
  };

  const rules = synthesize(buildApp(longest)).flatMap((stack) => [...stack.resources('AWS::Events::Rule')]);

  const longArn = `arn:aws-us-gov:secretsmanager:ap-southeast-1:111122223333:secret:PlatformKeyComputers0A1B2C3D-q1W2e3R4t5Y6-a1B2c3`;
  const patterns = rules.map(([, { Properties }]) => JSON.stringify(resolved(Properties['EventPattern'], longArn)));
  expect(patterns.length).toBeGreaterThan(8);
  expect(Math.max(...patterns.map(({ length }) => length))).toBeLessThanOrEqual(2_048);
  expect(patterns.filter((pattern) => pattern.includes('wildcard'))).toEqual([]);
});

test.each([
  ['WriteRefused', ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'AccessDenied']],
  ['TableGoverned', ['PutResourcePolicy', 'DeleteResourcePolicy', 'UpdateTimeToLive', 'DeleteTable']],
  ['KeyGoverned', ['PutKeyPolicy', 'ScheduleKeyDeletion']],
  ['SecretGoverned', ['PutResourcePolicy', 'DeleteResourcePolicy', 'PutSecretValue']],
])('the rule %s sends what a trail has seen to the topic of the alarms, and loses nothing', (name, calls) => {
  const rule = ruleNamed(name);
  const text = JSON.stringify(rule);

  for (const call of calls) {
    expect(text).toContain(`"${call}"`);
  }
  expect(rule).toMatchObject({
    Targets: [
      {
        Arn: { 'Fn::ImportValue': expect.stringContaining('AlarmsTopic') },
        DeadLetterConfig: { Arn: expect.anything() },
      },
    ],
  });
  expect(text).not.toContain('globex');
});

test('logs go with their stack, unless the configuration keeps them', () => {
  const organizations = testConfig.organizations.map((each) => ({ ...each, keepLogs: true }));
  const policies = (of: readonly SynthesizedStack[]) =>
    new Set(
      of.flatMap((stack) => [...stack.resources('AWS::Logs::LogGroup').values()].map((log) => log['DeletionPolicy'])),
    );

  expect(policies(stacks)).toEqual(new Set(['Delete']));
  expect(policies(synthesize(buildApp({ ...testConfig, organizations })))).toEqual(new Set(['Retain']));
});
