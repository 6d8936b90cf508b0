// Runs before npm scripts that need packages, on any Node and without packages: installs from the lockfile when
// node_modules is missing or older. Package scripts do not run, so exactly the lockfile is installed, Node included.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const nodeMajor = 24;
const stamp = join(root, 'node_modules', '.installed-lockfile');

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const withoutKeys = (env) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:CURFEW|AWS)_.*(?:KEY|SECRET|TOKEN|CREDENTIAL)/u.test(name)),
  );

const lockfile = read(join(root, 'package-lock.json'));
if (lockfile === undefined) {
  console.error('package-lock.json is missing: restore it with "git checkout package-lock.json"');
  process.exit(1);
}

if (read(stamp) !== lockfile) {
  console.error('Installing packages from package-lock.json ...');
  rmSync(stamp, { force: true });
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // Standard output belongs to the following script, which may print JSON.
    stdio: ['ignore', 2, 2],
    // Installing needs no keys.
    env: withoutKeys(process.env),
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error('npm ci failed (see above). Check the network and run the command again.');
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lockfile);
}

// Scripts find it first: the platform packages link it into node_modules/.bin.
const hasOwnNode = existsSync(join(root, 'node_modules', '.bin', 'node'));
if (!hasOwnNode && Number(process.versions.node.split('.')[0]) < nodeMajor) {
  console.error(
    `No Node ${nodeMajor} is packaged for ${process.platform} ${process.arch}. Install Node ${nodeMajor} or newer and run the command again.`,
  );
  process.exit(1);
}
