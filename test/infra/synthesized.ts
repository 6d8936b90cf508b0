import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';

import cdk from '../../cdk.json' with { type: 'json' };
import { buildStacks } from '../../infra/build-stacks.ts';
import { readConfig } from '../../infra/config.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';

const organization = {
  baseUrl: 'https://platform.example.com',
  settings: { admins: ['finops@acme.example', 'security@acme.example'], mailFrom: 'curfew@acme.example' },
};

export const eventBus = 'arn:aws:events:eu-central-1:222233334444:event-bus/security';

/** Two organizations, since what they must not share shows with two only. */
export const testConfig = {
  stage: 'test',
  region: 'eu-central-1',
  organizations: [
    // This one has everything that can be asked for, the next what is there unless somebody asks.
    {
      name: 'acme',
      ...organization,
      metrics: 'all',
      ownKeys: true,
      console: {},
      eventBuses: [eventBus],
      securityHub: true,
    },
    {
      name: 'globex',
      ...organization,
      mailIdentity: 'mail.globex.example',
      platformKeys: ['limits', 'sessions', 'computers'],
      directEdits: true,
    },
  ],
};

/** As long as the name of an organization may be. */
export const longestName = 'a'.repeat(24);
const [acme, globex] = testConfig.organizations;

const withIssuer = {
  door: { oidc: { issuer: 'https://login.globex.example/realms/staff', audience: ['curfew'] } },
  console: {
    clientId: 'curfew-console',
    scopes: ['groups'],
    domain: {
      name: 'curfew.globex.example',
      certificate: 'arn:aws:acm:us-east-1:222233334444:certificate/01234567-89ab-cdef-0123-456789abcdef',
    },
    logs: true,
  },
};

/** The parts that a configuration may add or leave out, and the names of different lengths. */
export const everyPart = {
  ...testConfig,
  account: '222233334444',
  organizations: [
    { ...acme, name: longestName, mailIdentity: { create: 'acme.example' } },
    {
      ...globex,
      appUrl: 'https://app.platform.example.com',
      mailIdentity: { create: 'curfew@acme.example' },
      ...withIssuer,
    },
  ],
};

interface AppTerms {
  /** Those that are declared, unless a test plants others. */
  readonly jobs?: readonly JobDeclaration[];
  readonly context?: Readonly<Record<string, unknown>>;
  /** CloudFormation's own rules are tried, too. That takes ten times as long as all the rest. */
  readonly isValidated?: boolean;
}

/** The app as `npm run synth` builds it, but with no function bundled: templates do not depend on that. */
export function buildApp(config: object = testConfig, { jobs, context = {}, isValidated = false }: AppTerms = {}): App {
  const app = new App({
    builtinCloudFormationValidation: isValidated,
    context: { ...cdk.context, 'aws:cdk:bundling-stacks': [], ...context },
  });
  buildStacks(app, readConfig(config), jobs);
  return app;
}

const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
export type Resource = z.output<typeof Resource>;

export interface SynthesizedStack {
  readonly id: string;
  readonly template: Template;
  /** The resources of a type by logical id; of all types when none is named. */
  resources(type?: string): ReadonlyMap<string, Resource>;
}

export function synthesize(app: App): readonly SynthesizedStack[] {
  return app.node.children.filter(Stack.isStack).map((stack) => {
    const template = Template.fromStack(stack);
    const all = z.looseObject({ Resources: z.record(z.string(), Resource) }).parse(template.toJSON()).Resources;
    return {
      id: stack.node.id,
      template,
      resources: (type) =>
        new Map(Object.entries(all).filter(([, resource]) => type === undefined || resource.Type === type)),
    };
  });
}

/**
 * A template for a snapshot: the hash of a bundle changes with every line of code, and says nothing of what is deployed.
 * A reference is one line, `${Budgets.Arn}`, as CloudFormation's own `Fn::Sub` writes it.
 */
export function withoutAssetHashes({ template }: SynthesizedStack): unknown {
  // A version of a function has the hash of its code in its name.
  const text = JSON.stringify(template.toJSON()).replaceAll(/(CurrentVersion[0-9A-F]{8})[0-9a-f]{32}/g, '$1[code]');
  return withShortReferences(JSON.parse(text.replaceAll(/[0-9a-f]{64}/g, '[asset]')));
}

const Reference = z.union([
  z.strictObject({ Ref: z.string() }).transform(({ Ref }) => `\${${Ref}}`),
  z.strictObject({ 'Fn::ImportValue': z.string() }).transform((value) => `\${${value['Fn::ImportValue']}}`),
  z.strictObject({ 'Fn::GetAtt': z.array(z.string()) }).transform((value) => `\${${value['Fn::GetAtt'].join('.')}}`),
  z
    .strictObject({ 'Fn::Join': z.tuple([z.string(), z.array(z.string())]) })
    .transform(({ 'Fn::Join': [separator, parts] }) => parts.join(separator)),
]);

function withShortReferences(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withShortReferences);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const short = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withShortReferences(each)]));
  const reference = Reference.safeParse(short);
  return reference.success ? reference.data : short;
}

/** The one stack with this id. */
export function stackNamed(stacks: readonly SynthesizedStack[], id: string): SynthesizedStack {
  const found = stacks.find((stack) => stack.id === id);
  if (found === undefined) {
    throw new Error(`there is no stack ${id}`);
  }
  return found;
}
