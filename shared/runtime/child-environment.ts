type Environment = Readonly<Record<string, string | undefined>>;

/** What a child process is for; what it needs of the environment follows from that. */
export type ChildPurpose =
  /** It runs on this machine alone and needs next to nothing: the embedded engine. */
  | 'engine'
  /** A tool of ours that calls nobody. */
  | 'tool'
  /** It calls AWS in the name of whoever started it. */
  | 'aws';

/** Enough to be found, to tell the time as the user does, and to put scratch files where they belong. */
const engineNames = new Set(['PATH', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']);
/** The key of the platform, and those of single purposes. */
const platformKey = /^CURFEW_API_KEY/u;
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

function isPassed(name: string, purpose: ChildPurpose): boolean {
  switch (purpose) {
    case 'engine':
      return engineNames.has(name);
    case 'tool':
      return !platformKey.test(name) && !name.startsWith('AWS_');
    case 'aws':
      return !platformKey.test(name);
  }
}
