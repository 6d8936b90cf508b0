type ChildPurpose =
  /** Runs only on this machine and needs next to nothing: the embedded engine. */
  | 'engine'
  /** Makes no authenticated calls: bundling, tests, benchmarks. */
  | 'tool'
  /** Calls AWS with the user's credentials. */
  | 'aws';

const engineNames = new Set(['PATH', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']);
const platformKey = /^CURFEW_API_KEY/u;
const awsSecret = /^AWS_.*(?:KEY|SECRET|TOKEN|CREDENTIAL)/u;
/** Where systems keep network namespace tools; not on every user's PATH. */
const systemFolders = ['/usr/sbin', '/sbin'];

/** A child process's environment: what it needs, never the platform's key. AWS keys only for `aws`. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  purpose: ChildPurpose,
): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && isPassed(name, purpose)) {
      passed[name] = value;
    }
  }
  if (purpose === 'engine' && process.platform !== 'win32') {
    passed['PATH'] = [...(passed['PATH'] === undefined ? [] : [passed['PATH']]), ...systemFolders].join(':');
  }
  return passed;
}

/** Removes what children started by a library, such as a bundler, do not need. */
export function dropSecrets(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env).filter((each) => !isPassed(each, 'tool'))) {
    delete env[name];
  }
}

function isPassed(name: string, purpose: ChildPurpose): boolean {
  switch (purpose) {
    case 'engine':
      return engineNames.has(name);
    case 'tool':
      return !platformKey.test(name) && !awsSecret.test(name);
    case 'aws':
      return !platformKey.test(name);
  }
}
