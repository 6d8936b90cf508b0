type Environment = Readonly<Record<string, string | undefined>>;

/** What a child process is for; what it needs of the environment follows from that. */
type ChildPurpose =
  /** It runs on this machine alone and needs next to nothing: the embedded engine. */
  | 'engine'
  /** It calls nobody in anybody's name: bundling, tests, benchmarks. */
  | 'tool'
  /** It calls AWS in the name of whoever started it. */
  | 'aws';

/** Enough to be found, to tell the time as the user does, and to put scratch files where they belong. */
const engineNames = new Set(['PATH', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']);
/** The key of the platform, and those of single purposes. */
const platformKey = /^CURFEW_API_KEY/u;
const awsSecret = /^AWS_.*(?:KEY|SECRET|TOKEN|CREDENTIAL)/u;
/** Where systems keep the tools that give a program a network of its own; not on every user's PATH. */
const systemFolders = ['/usr/sbin', '/sbin'];

/**
 * The environment of a child process: what it needs, and never the key of the platform. Keys of AWS are for what calls
 * AWS.
 */
export function childEnvironment(env: Environment, purpose: ChildPurpose): Record<string, string> {
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

/** Takes from an environment what children that come to be inside a library, a bundler say, have no use for. */
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
