import { beforeAll, expect, test } from 'vitest';

import { buildApp, stackNamed, type SynthesizedStack, synthesize, testConfig } from './synthesized.ts';

let stacks: readonly SynthesizedStack[] = [];

beforeAll(() => {
  stacks = synthesize(buildApp());
});

function ruleNamed(name: string) {
  const rules = [...stackNamed(stacks, 'Curfew-test-acme-Watchdog').resources('AWS::Events::Rule')];
  return rules.find(([id]) => id.includes(name))?.[1].Properties;
}

test('who reads a key of Curfew and is none of its functions is reported to the admins, a person without a role too', () => {
  const rule = JSON.stringify(ruleNamed('KeyRead'));

  expect(rule).toContain('"state":"ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS"'.replace('"state"', '"State"'));
  expect(rule).toContain('GetSecretValue');
  expect(rule).toContain('{"arn":[{"exists":false}]}');
  const readers = ['Anchors', 'Computers', 'Digest', 'Door', 'Enforce', 'Live', 'Mails', 'Readiness', 'Sessions'];
  expect([...rule.matchAll(/role\/Curfew-test-acme-([A-Za-z]+)/gu)].map(([, name = '']) => name).toSorted()).toEqual(
    readers,
  );
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
