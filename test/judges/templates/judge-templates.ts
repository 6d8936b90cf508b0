import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import * as z from 'zod';

import { buildApp, everyPart, synthesize, type SynthesizedStack } from '../../infra/synthesized.ts';
import { Template } from '../../support/deployed/assembly.ts';
import { resolverOf } from '../../support/deployed/resolve-template.ts';
import { type Finding, type Judge, sortOut } from '../judge.ts';
import { outputOf } from '../output-of.ts';
import type { PythonEnvironment } from '../python.ts';
import { withScratch } from '../with-scratch.ts';
import { templateExceptions } from './exceptions.ts';

/** cfn-lint and checkov over the templates of a configuration that asks for every part; parliament over their policies. */
export const templatesJudge: Judge = {
  name: 'templates',
  requirements: 'templates',
  judge: async (python) =>
    withScratch(async (folder) => {
      const stacks = synthesize(buildApp(everyPart));
      const templates = stacks.map((stack) => write(join(folder, 'templates'), stack.id, stack.template.toJSON()));
      const policies = policiesOf(stacks).map(({ name, document }) => write(join(folder, 'policies'), name, document));
      const [linted, checked, audited] = await Promise.all([
        lint(python, templates),
        check(python, join(folder, 'templates')),
        audit(python, join(folder, 'policies')),
      ]);
      return {
        judged: `${templates.length} templates by cfn-lint and ${checked.tried} checks of checkov, ${policies.length} policies by parliament`,
        count: Math.min(templates.length, policies.length, checked.tried),
        ...sortOut([...linted, ...checked.findings, ...audited], templateExceptions),
      };
    }),
};

function write(folder: string, name: string, document: unknown): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

interface NamedPolicy {
  readonly name: string;
  readonly document: unknown;
}

const Inline = z.array(z.object({ PolicyDocument: z.unknown() })).default([]);

/** The policies of roles and people, with what their references come to. */
function policiesOf(stacks: readonly SynthesizedStack[]): readonly NamedPolicy[] {
  const templates = new Map(stacks.map(({ id, template }) => [id, Template.parse(template.toJSON())]));
  const resolve = resolverOf({ templates });
  return stacks.flatMap(({ id: stack }) =>
    Object.entries(templates.get(stack)?.Resources ?? {}).flatMap(([id, { Type, Properties }]) => {
      const documents =
        Type === 'AWS::IAM::Policy' || Type === 'AWS::IAM::ManagedPolicy'
          ? [Properties['PolicyDocument']]
          : Type === 'AWS::IAM::Role'
            ? Inline.parse(Properties['Policies']).map(({ PolicyDocument }) => PolicyDocument)
            : [];
      return documents.map((document, index) => ({
        name: `${stack}.${id}.${index}`,
        document: resolve(stack, document),
      }));
    }),
  );
}

const Linted = z.array(
  z.object({
    Filename: z.string(),
    Message: z.string(),
    Rule: z.object({ Id: z.string() }),
    Location: z.object({ Path: z.array(z.union([z.string(), z.number()])).nullable() }),
  }),
);

async function lint(python: PythonEnvironment, templates: readonly string[]): Promise<readonly Finding[]> {
  // Its codes add up what it found: errors 2, warnings 4, information 8.
  const codes = Array.from({ length: 8 }, (_each, index) => index * 2);
  const text = await outputOf(python.command('cfn-lint'), ['--format', 'json', '-t', ...templates], { codes });
  return Linted.parse(JSON.parse(text)).map(({ Filename, Message, Rule, Location }) => ({
    rule: `cfn-lint ${Rule.Id}`,
    at: `${basename(Filename, '.json')}/${(Location.Path ?? []).slice(1).join('/')}`,
    message: Message,
  }));
}

const Checked = z.object({
  summary: z.object({ passed: z.int(), failed: z.int(), parsing_errors: z.literal(0) }),
  results: z.object({
    failed_checks: z.array(
      z.object({ check_id: z.string(), check_name: z.string(), file_path: z.string(), resource: z.string() }),
    ),
  }),
});

async function check(python: PythonEnvironment, folder: string) {
  // Without --skip-download it asks its maker for guidelines.
  const args = ['--framework', 'cloudformation', '-d', folder, '-o', 'json', '--quiet', '--compact', '--skip-download'];
  const text = await outputOf(python.command('checkov'), [...args, '--soft-fail']);
  const { summary, results } = Checked.parse(JSON.parse(text));
  return {
    tried: summary.passed + summary.failed,
    findings: results.failed_checks.map(({ check_id: id, check_name: message, file_path: file, resource }) => ({
      rule: `checkov ${id}`,
      at: `${basename(file, '.json')}/${resource.split('.').at(-1) ?? resource}`,
      message,
    })),
  };
}

const Audited = z.object({
  issue: z.string(),
  detail: z.unknown(),
  location: z.object({ filepath: z.string(), string: z.string().optional() }),
});

async function audit(python: PythonEnvironment, folder: string): Promise<readonly Finding[]> {
  const args = ['--directory', folder, '--include_policy_extension', 'json', '--json', '--include-community-auditors'];
  const text = await outputOf(python.command('parliament'), args, { codes: [0, 1] });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Audited.parse(JSON.parse(line)))
    .map(({ issue, detail, location }) => ({
      // An action that it does not know may also be one that there is not: each is excepted by its name.
      rule: ['parliament', issue, ...(issue === 'UNKNOWN_ACTION' ? [location.string] : [])].join(' '),
      at: basename(location.filepath, '.json').replace('.', '/'),
      message: JSON.stringify(detail),
    }));
}
