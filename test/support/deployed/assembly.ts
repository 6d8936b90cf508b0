import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { App } from 'aws-cdk-lib';
import * as z from 'zod';

import cdk from '../../../cdk.json' with { type: 'json' };
import { buildStacks } from '../../../infra/build-stacks.ts';
import { readConfig } from '../../../infra/config.ts';

const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) });
export type Resource = z.output<typeof Resource>;

const Output = z.object({ Value: z.unknown(), Export: z.object({ Name: z.string() }).optional() });

export const Template = z.object({
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), Output).default({}),
});
export type Template = z.output<typeof Template>;

/** What a deployment uploads. */
export interface Assembly {
  /** By the name of their stack. */
  readonly templates: ReadonlyMap<string, Template>;
  /** The folders of the assets, one a function. */
  readonly assets: readonly string[];
  /** The folder whose content the object of this key in the bucket of the assets has. */
  assetOf(s3Key: string): string;
}

/** Stands in the configuration for the platform. */
export const platformPlaceholder = 'https://platform.example.com';

/** The role of everybody who calls the admin API. */
export const callerRole = 'FinOps';

const everybody = [`role/${callerRole}`];
const config = {
  stage: 'test',
  region: 'eu-central-1',
  organizations: [
    {
      name: 'acme',
      baseUrl: platformPlaceholder,
      settings: {
        admins: ['finops@acme.example'],
        mailFrom: 'curfew@acme.example',
        roles: { budgetAdmins: everybody, approvers: everybody, security: everybody },
      },
    },
  ],
};

const waitMsMax = 110_000;
const pollMs = 100;

/**
 * The stacks of one organization, bundles and all, as `npm run deploy` makes them. To bundle takes long: it is done once
 * for all processes of a test run, by the first that asks.
 */
export async function sharedAssembly(): Promise<Assembly> {
  const folder = process.env['CURFEW_TEST_ASSEMBLY'] ?? join(tmpdir(), `curfew-bundles-${process.pid}`);
  const [outdir, done] = [join(folder, 'cdk.out'), join(folder, 'done')];
  if (isFirst(folder)) {
    synthesizeInto(outdir, config);
    writeFileSync(done, '');
  }
  const deadlineMs = Date.now() + waitMsMax;
  while (!existsSync(done)) {
    if (Date.now() > deadlineMs) {
      throw new Error('the process that synthesizes the stacks has not done so');
    }
    await sleep(pollMs);
  }
  return readAssembly(outdir);
}

/** To make a folder succeeds for one process alone. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** The stacks of the same organization with something else in its configuration, made for whoever asks. */
export function assemblyWith(outdir: string, beside: object): Assembly {
  const [organization] = config.organizations;
  synthesizeInto(outdir, { ...config, organizations: [{ ...organization, ...beside }] });
  return readAssembly(outdir);
}

function synthesizeInto(outdir: string, given: object): void {
  const app = new App({ outdir, context: cdk.context, builtinCloudFormationValidation: false });
  buildStacks(app, readConfig(given));
  app.synth();
}

function readAssembly(outdir: string): Assembly {
  const ending = '.template.json';
  const names = readdirSync(outdir);
  const stacks = names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
  const templateOf = (stack: string) =>
    Template.parse(JSON.parse(readFileSync(join(outdir, `${stack}${ending}`), 'utf8')));
  return {
    templates: new Map(stacks.map((stack) => [stack, templateOf(stack)])),
    assets: names.filter((name) => name.startsWith('asset.')).map((name) => join(outdir, name)),
    assetOf: (s3Key) => join(outdir, `asset.${s3Key.replace(/\.zip$/u, '')}`),
  };
}
