const known: readonly (readonly [found: RegExp, what: string, remedy: string])[] = [
  [
    /^(?:ENOSPC|EDQUOT)$|(?:database or )?disk is full/u,
    'the disk is full',
    'Make room there, then run it again: what was done is kept, and the next run does the rest',
  ],
  [
    /^EROFS$|readonly database/u,
    'the disk can only be read',
    'Make it writable, or choose another folder with --state',
  ],
  [
    /^(?:EACCES|EPERM)$/u,
    'this user may not do that there',
    'Check whose it is and its rights (ls -l), or use --state',
  ],
  [/^(?:EMFILE|ENFILE)$/u, 'too many files are open', 'Raise the limit (ulimit -n 4096), then run it again'],
  [/^(?:EIO|ENXIO)$|disk I\/O error/u, 'the disk fails', 'Look at its health, then put a backup back where needed'],
  [
    /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/u,
    'what was called does not answer any more',
    'If it is an address of this machine, a part of Curfew has ended: run it again, or npm start. Nothing that was stored is lost, and the next run does the rest',
  ],
  [/^EADDRINUSE$/u, 'another program uses that port', 'Stop it, or choose other ports with --port-base'],
  [/^(?:EEXIST|ENOTDIR|EISDIR)$/u, 'something else is in that place', 'Move it away, then run it again'],
];

const causesMax = 5;

/** A system failure in words: what, where, remedy; undefined for other errors. */
function describeSystemFailure(error: unknown): string | undefined {
  for (const each of causesOf(error)) {
    const code = textOf(each, 'code');
    const [, what, remedy] =
      known.find(([found]) => found.test(code) || found.test(each.message)) ?? ([] as readonly undefined[]);
    if (what !== undefined && remedy !== undefined) {
      const place = textOf(each, 'path') || addressOf(each);
      const name = code === '' ? '' : ` (${code})`;
      return `${place === '' ? '' : `${place}: `}${what}${name}. ${remedy}.`;
    }
  }
  return undefined;
}

function causesOf(error: unknown): readonly Error[] {
  const found: Error[] = [];
  let next = error;
  while (next instanceof Error && found.length < causesMax) {
    found.push(next);
    next = next instanceof AggregateError ? (next.cause ?? next.errors[0]) : next.cause;
  }
  return found;
}

function addressOf(error: Error): string {
  const [address, port] = [textOf(error, 'address'), textOf(error, 'port')];
  return address === '' ? '' : `${address}${port === '' ? '' : `:${port}`}`;
}

function textOf(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Errors with messages for users. By name, so that reporting one part's failure does not load the others. */
const expected = new Set([
  'BrokenItemError',
  'CannotStartError',
  'EngineStartError',
  'EngineMissingError',
  'MailCatcherStartError',
  'EnvironmentError',
]);

const ledger = ' curfew-ledger ';

/** An error in words for users: without a stack; our own errors' messages unchanged. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'something went wrong that has no name';
  }
  if (error.name === 'BrokenItemError' && error.message.includes(ledger)) {
    return `${error.message} If an earlier version of Curfew wrote it, "npm start" says how to go on.`;
  }
  if (expected.has(error.name)) {
    // An engine that does not start states the reason itself.
    const why = error.name === 'EngineStartError' ? describeSystemFailure(error) : undefined;
    return why === undefined ? error.message : `${error.message}\n${why}`;
  }
  const ofSystem = describeSystemFailure(error);
  if (ofSystem !== undefined) {
    return ofSystem;
  }
  return `${error.name}: ${error.message === '' ? codeOf(error) : error.message}`;
}

function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : 'no further word';
}
