import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { beforeAll, describe, expect, test } from 'vitest';

import { jobNamed } from '../../shared/jobs.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import { type Resource, Template } from '../support/deployed/assembly.ts';
import { resolverOf } from '../support/deployed/resolve-template.ts';
import { publishedSchemas, type PublishedSchemas } from './published-schemas.ts';
import { buildApp, everyPart, longestName, synthesize } from './synthesized.ts';

const startMs = 120_000;
let schemas: PublishedSchemas;
let templates: ReadonlyMap<string, Template>;

/** The resources of each stack, every reference in them resolved. */
let resources: ReadonlyMap<string, readonly Placed[]>;

interface Placed extends Resource {
  readonly id: string;
}

interface Change {
  readonly what: string;
  readonly type: string;
  readonly change: Readonly<Record<string, unknown>>;
  /** Of what is said of it. */
  readonly words: string;
}

const lambda = 'AWS::Lambda::Function';
const schedule = 'AWS::Scheduler::Schedule';
const changes: readonly Change[] = [
  { what: 'a value that there is not', type: lambda, change: { Runtime: 'nodejs24' }, words: 'Runtime' },
  { what: 'such a value within', type: schedule, change: { FlexibleTimeWindow: { Mode: 'NONE' } }, words: '.Mode' },
  { what: 'a text that is too long', type: lambda, change: { Description: 'a'.repeat(257) }, words: 'maximum 256' },
  { what: 'a name that is too long', type: schedule, change: { Name: 'a'.repeat(65) }, words: 'maximum 64' },
  { what: 'a value of another type', type: lambda, change: { MemorySize: 'much' }, words: "type 'integer'" },
  { what: 'a number that is too small', type: lambda, change: { MemorySize: 64 }, words: 'minimum of 128' },
  { what: 'a number that is too large', type: lambda, change: { Timeout: 901 }, words: 'maximum 900' },
  { what: 'a text of another pattern', type: lambda, change: { Role: 'a role' }, words: 'does not match pattern' },
  { what: 'a name of other letters', type: schedule, change: { Name: 'a b' }, words: 'does not match pattern' },
  {
    what: 'a part that is missing',
    type: 'AWS::DynamoDB::Table',
    change: { KeySchema: undefined },
    words: "'KeySchema' is a required property",
  },
];

beforeAll(() => {
  schemas = publishedSchemas();
  templates = new Map(
    synthesize(buildApp(everyPart)).map(({ id, template }) => [id, Template.parse(template.toJSON())]),
  );
  const resolve = resolverOf({ templates });
  resources = new Map(
    [...templates].map(([stack, { Resources }]) => [
      stack,
      Object.entries(Resources).map(([id, { Type, Properties }]) => ({
        id,
        Type,
        Properties: resolve(stack, Properties) as Resource['Properties'],
      })),
    ]),
  );
}, startMs);

function problemsOf(...given: readonly Placed[]) {
  return schemas.problemsOf({ Resources: Object.fromEntries(given.map(({ id, ...rest }) => [id, rest])) });
}

/** One of a type, with other properties. */
function changed(type: string, change: (properties: Record<string, unknown>) => void): Placed {
  const found = [...resources.values()].flat().find(({ Type }) => Type === type);
  invariant(found !== undefined, `there is a resource of the type ${type}`);
  const copy = structuredClone(found);
  change(copy.Properties);
  return copy;
}

describe('the schemas that AWS publishes', () => {
  test(
    'find nothing in the templates, whatever the configuration makes of them',
    () => {
      expect([...templates.values()].flatMap((template) => schemas.problemsOf(template))).toEqual([]);
      expect(templates.size).toBe(10);
    },
    startMs,
  );

  test(
    'find nothing where each reference is what it comes to: the lengths and patterns of names are tried, too',
    () => {
      const longest = [...templates.keys()].filter((stack) => stack.includes(longestName));

      expect(longest.map((stack) => problemsOf(...(resources.get(stack) ?? [])))).toEqual(longest.map(() => []));
      expect(longest).toHaveLength(5);
    },
    startMs,
  );

  test('know every type of resource that the templates have, and refuse a property that a type does not have', () => {
    const all = [...resources.values()].flat().map(({ Type }) => Type);
    // What a function of ours makes has no schema of AWS.
    const types = [...new Set(all)].filter((type) => !type.startsWith('Custom::'));

    const wrong = types.map((type, index) => ({
      ...changed(type, (properties) => Object.assign(properties, { NotThere: 1 })),
      id: `Wrong${index}`,
    }));
    const refusedIds = problemsOf(...wrong).flatMap(({ message, resource }) =>
      message.includes("'NotThere' was unexpected") ? [resource] : [],
    );
    const refused = types.filter((_type, index) => refusedIds.includes(`Wrong${index}`));

    expect(types.length).toBeGreaterThan(30);
    expect(types.filter((type) => !refused.includes(type))).toEqual([]);
  });

  test.each(changes)('refuse a changed copy with $what', ({ type, change, words }) => {
    const copy = changed(type, (properties) => Object.assign(properties, change));

    const said = problemsOf(copy).map(({ path, message }) => `${path}: ${message}`);
    expect(said).toContainEqual(expect.stringContaining(words));
  });
});

test(
  'a template that CloudFormation would refuse is not synthesized',
  () => {
    const [organization] = everyPart.organizations;
    // Each job takes the validator as long as any other.
    const config = { ...everyPart, organizations: [organization] };
    const app = buildApp(config, { jobs: [jobNamed('digest')], isValidated: true });
    const queue = app.node.findAll().find((part) => part instanceof CfnQueue);
    queue?.addPropertyOverride('MessageRetentionPeriod', 1_209_601);

    expect(() => app.synth()).toThrow('MessageRetentionPeriod');
  },
  startMs,
);
