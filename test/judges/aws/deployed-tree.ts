import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ConfigInput } from '../../../infra/config.ts';
import { childEnvironment } from '../../../shared/kernel/runtime/child-environment.ts';
import { repositoryFiles } from '../../architecture/source-files.ts';
import { outputOf } from '../output-of.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const timeoutMs = 900_000;
const configFile = 'curfew.config.ts';

/** Keys of AWS for a process. */
export interface Keys {
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
  readonly AWS_SESSION_TOKEN?: string;
}

/** A copy of this repository that is deployed as an admin deploys it. */
export interface DeployedTree {
  /** Writes `curfew.config.ts`. */
  configure(config: ConfigInput): void;
  /** Replaces an earlier revision by the files of this checkout, as an admin does before an upgrade. */
  upgrade(): void;
  /** Runs a script of `package.json`; what it prints. Raises with the end of that where it fails. */
  script(name: string, ...args: readonly string[]): Promise<string>;
  /** Runs the CDK as the guide has an admin run it. */
  cdk(...args: readonly string[]): Promise<string>;
  /** Runs the command line with these keys. Raises where it ends with another code than those. */
  curfew(keys: Keys, args: readonly string[], codes?: readonly number[]): Promise<string>;
}

interface TreeTerms {
  readonly folder: string;
  readonly endpoint: string;
  readonly region: string;
  /** `stage/organization`. */
  readonly deployment: string;
  /** Who deploys. */
  readonly keys: Keys;
  /** What is deployed first; this checkout unless given. */
  readonly revision: string | undefined;
}

export async function deployedTree(terms: TreeTerms): Promise<DeployedTree> {
  const { folder, endpoint, region, deployment, keys, revision } = terms;
  const tree = join(folder, 'tree');
  const home = join(folder, 'home');
  mkdirSync(home);
  mkdirSync(tree);
  if (revision === undefined) {
    copyFiles(repositoryFiles(), tree);
  } else {
    await unpack(revision, folder, tree);
    // The packages of this checkout are those that are installed.
    copyFiles(['package.json', 'package-lock.json'], tree);
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'dir');
  const env = {
    // Nothing of this machine's own account: neither its settings nor its addresses.
    HOME: home,
    CDK_HOME: home,
    AWS_CONFIG_FILE: join(home, 'none'),
    AWS_SHARED_CREDENTIALS_FILE: join(home, 'none'),
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    CURFEW_DEPLOYMENT: deployment,
  };
  const run = async (args: readonly string[], as: Keys, codes?: readonly number[]) =>
    outputOf(process.execPath, args, {
      cwd: tree,
      inherited: childEnvironment(process.env, 'engine'),
      env: { ...env, ...as },
      timeoutMs,
      ...(codes !== undefined && { codes }),
    });
  return {
    configure: (config) => writeFileSync(join(tree, configFile), `export const curfew = ${JSON.stringify(config)};\n`),
    upgrade() {
      const kept = new Set([configFile, 'node_modules']);
      const old = readdirSync(tree).filter((entry) => !kept.has(entry));
      old.forEach((entry) => rmSync(join(tree, entry), { recursive: true }));
      copyFiles(repositoryFiles(), tree);
    },
    script: async (name, ...args) =>
      outputOf('npm', ['run', name, '--', ...args], {
        cwd: tree,
        inherited: childEnvironment(process.env, 'engine'),
        env: { ...env, ...keys },
        timeoutMs,
      }),
    cdk: async (...args) => run([join('node_modules', 'aws-cdk', 'bin', 'cdk'), ...args], keys),
    curfew: async (as, args, codes) => run([join('cli', 'curfew.mjs'), ...args], as, codes),
  };
}

function copyFiles(paths: readonly string[], tree: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    cpSync(join(root, path), join(tree, path));
  }
}

async function unpack(revision: string, folder: string, tree: string): Promise<void> {
  const archive = join(folder, 'earlier.tar');
  await outputOf('git', ['-C', root, 'archive', `--output=${archive}`, revision]);
  await outputOf('tar', ['-xf', archive, '-C', tree]);
}
