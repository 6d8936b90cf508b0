import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

import packageJson from '../../package.json' with { type: 'json' };
import { repositoryFiles, textOf } from './source-files.ts';

const Permissions = z.record(z.string(), z.enum(['none', 'read', 'write']));
const Step = z.strictObject({
  name: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
});
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.unknown().optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      needs: z.string().optional(),
      'runs-on': z.string(),
      'timeout-minutes': z.int(),
      permissions: Permissions.optional(),
      steps: z.array(Step),
    }),
  ),
});
type Workflow = z.output<typeof Workflow>;

const paths = repositoryFiles().filter((path) => path.startsWith('.github/workflows/'));
const workflows = paths.map((path) => [path, Workflow.parse(parse(textOf(path)))] as const);

/** What is wrong with a workflow, in words. */
function problemsOf(workflow: Workflow): readonly string[] {
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const writes = (permissions: z.output<typeof Permissions> = {}) => Object.values(permissions).includes('write');
  return [
    ...('pull_request_target' in workflow.on ? ['runs what strangers propose with our rights'] : []),
    ...(writes(workflow.permissions) ? ['every job may write'] : []),
    ...jobs.flatMap(([name, { permissions, needs }]) =>
      writes(permissions) && needs === undefined ? [`${name} may write before anything was tested`] : [],
    ),
    ...(jobs.some(([, job]) => job.steps.some(({ run }) => run === 'npm test')) ? [] : ['does not run npm test']),
    ...steps.flatMap(({ uses, with: given, run = '' }) => [
      ...(uses === undefined || /^[\w-]+\/[\w-]+@(?:v\d+(?:\.\d+)*|[0-9a-f]{40})$/u.test(uses)
        ? []
        : [`${uses} has no version`]),
      ...(uses?.startsWith('actions/checkout@') === true && given?.['persist-credentials'] !== false
        ? ['the token stays in the clone']
        : []),
      // What others choose, such as the name of a branch, would become a part of the command.
      ...(run.includes('${{') ? [`a command is put together: ${run}`] : []),
      ...[...run.matchAll(/npm run (?:--silent )?([\w-]+)/gu)]
        .filter(([, script = '']) => !(script in packageJson.scripts))
        .map(([line]) => `${line}: there is no such script`),
    ]),
  ];
}

test('the workflows test and release with the commands of package.json, with no more rights than each job needs', () => {
  expect(paths).toEqual(['.github/workflows/release.yml', '.github/workflows/test.yml']);
  expect(workflows.map(([path, workflow]) => [path, problemsOf(workflow)])).toEqual(paths.map((path) => [path, []]));
});

test('a release has its archive and bill of materials attested by the one job that may write', () => {
  const [, release] = workflows[0] ?? [];
  const jobs = Object.entries(release?.jobs ?? {});

  expect(jobs.map(([name, { permissions }]) => [name, permissions])).toEqual([
    ['test', undefined],
    ['release', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
  ]);
  expect(jobs[1]?.[1].needs).toBe('test');
  const uses = (jobs[1]?.[1].steps ?? []).map((step) => step.uses ?? '');
  expect(uses).toContainEqual(expect.stringContaining('actions/attest-build-provenance@'));
  expect(uses).toContainEqual(expect.stringContaining('actions/attest-sbom@'));
});

test('the workflows that people copy pin every action by its commit, and put no command together', () => {
  const examples = repositoryFiles().filter((path) => /^examples\/github-actions\/.+\.yml$/u.test(path));
  const loose = examples.flatMap((path) => {
    const text = textOf(path);
    const { permissions, jobs } = z
      .object({ permissions: z.unknown(), jobs: z.record(z.string(), z.object({ steps: z.array(Step.loose()) })) })
      .parse(parse(text));
    const steps = Object.values(jobs).flatMap((job) => job.steps);
    return [
      ...(JSON.stringify(permissions) === '{}' ? [] : [`${path} gives rights to every job`]),
      ...steps.flatMap(({ uses, run = '', with: given }) => [
        ...(uses === undefined || /@[0-9a-f]{40}$/u.test(uses) ? [] : [`${path}: ${uses} is not pinned`]),
        ...(run.includes('${{') ? [`${path}: a command is put together`] : []),
        ...(uses?.startsWith('actions/checkout@') === true && given?.['persist-credentials'] !== false
          ? [`${path}: the token stays in the clone`]
          : []),
      ]),
    ];
  });

  expect(examples).toEqual(['examples/github-actions/budgets.yml', 'examples/github-actions/controls.yml']);
  expect(loose).toEqual([]);
});

test('a workflow that does any of that would be found', () => {
  const bad: Workflow = {
    name: 'bad',
    on: { pull_request_target: null },
    permissions: { contents: 'write' },
    jobs: {
      all: {
        'runs-on': 'ubuntu-24.04',
        'timeout-minutes': 5,
        permissions: { packages: 'write' },
        steps: [{ uses: 'actions/checkout@main' }, { run: 'npm run nothing -- ${{ github.head_ref }}' }],
      },
    },
  };

  expect(problemsOf(bad)).toHaveLength(8);
});

test('newer packages and newer actions are proposed every week', () => {
  const Dependabot = z.object({
    updates: z.array(z.object({ 'package-ecosystem': z.string(), schedule: z.object({ interval: z.string() }) })),
  });

  const { updates } = Dependabot.parse(parse(textOf('.github/dependabot.yml')));

  expect(updates.map((each) => `${each['package-ecosystem']} ${each.schedule.interval}`)).toEqual([
    'npm weekly',
    'github-actions weekly',
  ]);
});
