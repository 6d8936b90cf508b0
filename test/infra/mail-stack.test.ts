import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

import type { ConfigInput } from '../../infra/config.ts';
import {
  buildApp,
  stackNamed,
  type SynthesizedStack,
  synthesize,
  testConfig,
  withoutAssetHashes,
} from './synthesized.ts';

let stack: SynthesizedStack;

beforeAll(() => {
  stack = stackNamed(synthesize(buildApp()), 'Curfew-test-acme-Mail');
});

type MailIdentity = ConfigInput['organizations'][number]['mailIdentity'];

/** The stacks of an organization that names its identity so. */
function stacksWith(mailIdentity: MailIdentity): readonly SynthesizedStack[] {
  const [acme] = testConfig.organizations;
  return synthesize(buildApp({ ...testConfig, organizations: [{ ...acme, mailIdentity }] }));
}

function stackWith(mailIdentity: MailIdentity): SynthesizedStack {
  return stackNamed(stacksWith(mailIdentity), 'Curfew-test-acme-Mail');
}

function outputsOf({ template }: SynthesizedStack): Readonly<Record<string, unknown>> {
  const { Outputs } = z
    .object({ Outputs: z.record(z.string(), z.object({ Value: z.unknown() })) })
    .parse(template.toJSON());
  return Object.fromEntries(Object.entries(Outputs).map(([name, { Value }]) => [name, Value]));
}

test('mails go over TLS, count for a reputation of their own, and never again to who bounced or complained', () => {
  const [set] = [...stack.resources('AWS::SES::ConfigurationSet').values()];

  expect(set?.Properties).toEqual({
    DeliveryOptions: { TlsPolicy: 'REQUIRE' },
    ReputationOptions: { ReputationMetricsEnabled: true },
    SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    Tags: expect.any(Array),
  });
});

test('what comes back, and nothing else, is reported to the default bus of the account', () => {
  const [destination] = [...stack.resources('AWS::SES::ConfigurationSetEventDestination').values()];

  const [set] = stack.resources('AWS::SES::ConfigurationSet').keys();
  expect(destination?.Properties).toEqual({
    ConfigurationSetName: { Ref: set },
    EventDestination: {
      Enabled: true,
      EventBridgeDestination: {
        EventBusArn: { 'Fn::Join': ['', expect.arrayContaining([':event-bus/default'])] },
      },
      MatchingEventTypes: ['bounce', 'complaint', 'reject', 'deliveryDelay'],
    },
  });
});

test.each([undefined, 'acme.example'])('an identity that is there is left alone: %s', (mailIdentity) => {
  const found = stackWith(mailIdentity);

  expect([...found.resources('AWS::SES::EmailIdentity')]).toEqual([]);
});

test('a domain is made with Easy DKIM, the records to set are outputs, and it stays when the stack goes', () => {
  const made = stackWith({ create: 'acme.example' });

  const [[id, identity] = []] = made.resources('AWS::SES::EmailIdentity');
  expect(identity).toMatchObject({
    Properties: {
      EmailIdentity: 'acme.example',
      DkimSigningAttributes: { NextSigningKeyLength: 'RSA_2048_BIT' },
    },
    DeletionPolicy: 'RetainExceptOnCreate',
    UpdateReplacePolicy: 'Retain',
  });
  const recordOf = (number: number) => ({
    'Fn::Join': [
      '',
      [
        { 'Fn::GetAtt': [id, `DkimDNSTokenName${number}`] },
        ' CNAME ',
        { 'Fn::GetAtt': [id, `DkimDNSTokenValue${number}`] },
      ],
    ],
  });
  expect(outputsOf(made)).toMatchObject({ DnsRecord1: recordOf(1), DnsRecord2: recordOf(2), DnsRecord3: recordOf(3) });
});

test('an address is made, and the output says who has to confirm it', () => {
  const made = stackWith({ create: 'curfew@acme.example' });

  const [identity] = [...made.resources('AWS::SES::EmailIdentity').values()];
  expect(identity?.Properties).toMatchObject({ EmailIdentity: 'curfew@acme.example' });
  expect(identity?.Properties).not.toHaveProperty('DkimSigningAttributes');
  expect(outputsOf(made)['Verification']).toContain('curfew@acme.example');
});

test('the functions send with the identity that is made', () => {
  const stacks = stacksWith({ create: 'acme.example' });

  const text = JSON.stringify(stackNamed(stacks, 'Curfew-test-acme-Jobs').template.toJSON());

  expect(text).toContain(':identity/acme.example');
});

test('the template equals its reviewed snapshot', () => {
  expect(withoutAssetHashes(stack)).toMatchSnapshot();
});
