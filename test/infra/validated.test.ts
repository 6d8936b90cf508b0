import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { expect, test } from 'vitest';

import { buildApp, testConfig } from './synthesized.ts';

const [acme, globex] = testConfig.organizations;

/** The parts that a configuration may add or leave out, and the names of different lengths. */
const everyKind = {
  ...testConfig,
  account: '222233334444',
  organizations: [
    { ...acme, name: 'a'.repeat(24), mailIdentity: { create: 'acme.example' } },
    { ...globex, appUrl: 'https://app.platform.example.com', mailIdentity: { create: 'curfew@acme.example' } },
  ],
};

test('CloudFormation’s own rules find nothing in the templates, whatever the configuration makes of them', () => {
  const app = buildApp(everyKind, { isValidated: true });

  const assembly = app.synth();

  expect(assembly.stacks).toHaveLength(8);
}, 60_000);

test('a template that CloudFormation would refuse is not synthesized', () => {
  const app = buildApp({ ...testConfig, organizations: [acme] }, { isValidated: true });
  const queue = app.node.findAll().find((part) => part instanceof CfnQueue);
  queue?.addPropertyOverride('MessageRetentionPeriod', 1_209_601);

  expect(() => app.synth()).toThrow('MessageRetentionPeriod');
}, 60_000);
