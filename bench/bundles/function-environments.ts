import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod';

import cdk from '../../cdk.json' with { type: 'json' };
import { childEnvironment } from '../../shared/kernel/runtime/child-environment.ts';
import type { Environment } from './measure-start.ts';

const LambdaFunction = z.object({
  Type: z.literal('AWS::Lambda::Function'),
  Properties: z.object({
    Description: z.string(),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  }),
});

const Template = z.object({ Resources: z.record(z.string(), z.unknown()) });

const root = join(import.meta.dirname, '..', '..');

/** What each function finds in its environment, by its purpose, from templates that are synthesized without bundles. */
export function functionEnvironments(): ReadonlyMap<string, Environment> {
  const outdir = mkdtempSync(join(tmpdir(), 'curfew-templates-'));
  try {
    const context = { ...cdk.context, 'aws:cdk:bundling-stacks': [] };
    const { status } = spawnSync(process.execPath, ['infra/app.ts'], {
      cwd: root,
      env: { ...childEnvironment(process.env, 'tool'), CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
      stdio: ['ignore', 2, 2],
    });
    if (status !== 0) {
      throw new Error('the stacks could not be synthesized');
    }
    const templates = readdirSync(outdir).filter((name) => name.endsWith('.template.json'));
    return new Map(templates.flatMap((name) => environmentsIn(readFileSync(join(outdir, name), 'utf8'))));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

function environmentsIn(template: string): readonly (readonly [purpose: string, Environment])[] {
  return Object.values(Template.parse(JSON.parse(template)).Resources).flatMap((resource) => {
    const { data } = LambdaFunction.safeParse(resource);
    if (data === undefined) {
      return [];
    }
    const { Description, Environment } = data.Properties;
    const variables = Object.entries(Environment.Variables).map(([key, value]) => [key, textOf(value)]);
    return [[Description, Object.fromEntries(variables)]];
  });
}

const Joined = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) });
const Address = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('ApiEndpoint')]) });

/** A value of the environment; what only a deployment knows of it is a placeholder. */
function textOf(value: unknown): string {
  const { data } = Joined.safeParse(value);
  if (data !== undefined) {
    const [between, texts] = data['Fn::Join'];
    return texts.map(textOf).join(between);
  }
  if (Address.safeParse(value).success) {
    return 'https://known-when-deployed.example.com';
  }
  return typeof value === 'string' ? value : 'known-when-deployed';
}
