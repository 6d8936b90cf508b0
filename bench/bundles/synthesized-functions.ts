import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';
import { childEnvironment } from '../../shared/runtime/child-environment.ts';

/** A function as it would be deployed. */
export interface SynthesizedFunction {
  /** The first words of its logical id: the name of its job. */
  readonly name: string;
  /** The file that is started; others lie beside it. */
  readonly file: string;
  /** What it finds in its environment; a value that only a deployment knows is a placeholder. */
  readonly environment: Readonly<Record<string, string>>;
}

const LambdaFunction = z.object({
  Type: z.literal('AWS::Lambda::Function'),
  Properties: z.object({
    Code: z.object({ S3Key: z.string().regex(/^[0-9a-f]{64}\.zip$/) }),
    Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
  }),
});

const Template = z.object({ Resources: z.record(z.string(), z.unknown()) });
const CdkFile = z.object({ context: z.unknown() });

const root = join(import.meta.dirname, '..', '..');

/** Synthesizes the stacks into `outdir`, bundles and all, as `npm run deploy` does, and gives each function once. */
export function synthesizeFunctions(outdir: string): readonly SynthesizedFunction[] {
  const { context } = CdkFile.parse(JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')));
  const { status } = spawnSync(process.execPath, ['infra/app.ts'], {
    cwd: root,
    env: { ...childEnvironment(process.env, 'tool'), CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    throw new Error('the stacks could not be synthesized');
  }
  const all = readdirSync(outdir)
    .filter((name) => name.endsWith('.template.json'))
    .flatMap((name) => functionsIn(outdir, readFileSync(join(outdir, name), 'utf8')));
  // Every organization has the same functions.
  return [...new Map(all.map((each) => [each.file, each])).values()];
}

function functionsIn(outdir: string, template: string): readonly SynthesizedFunction[] {
  return Object.entries(Template.parse(JSON.parse(template)).Resources).flatMap(([id, resource]) => {
    const parsed = LambdaFunction.safeParse(resource);
    if (!parsed.success) {
      return [];
    }
    const { Code, Environment } = parsed.data.Properties;
    const variables = Object.entries(Environment.Variables);
    return {
      name: id.replace(/JobFunction[0-9A-F]{8}$/, '').toLowerCase(),
      file: join(outdir, `asset.${Code.S3Key.slice(0, -'.zip'.length)}`, 'index.mjs'),
      environment: Object.fromEntries(
        variables.map(([key, value]) => [key, typeof value === 'string' ? value : 'known-when-deployed']),
      ),
    };
  });
}
