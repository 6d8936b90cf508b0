import { describeSystemFailure } from './system-failure.ts';

/**
 * The errors whose message is meant for whoever typed the command. By name, so that saying why one part failed does not
 * load all the others.
 */
const expected = new Set([
  'BrokenItemError',
  'CannotStartError',
  'EngineStartError',
  'EngineMissingError',
  'MailCatcherStartError',
  'EnvironmentError',
]);

/** The table of the ledger on one machine, as errors name it. */
const ledger = ' curfew-ledger ';

/** An error in words for whoever typed the command: no stack, and for those of our own their message as it is. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'something went wrong that has no name';
  }
  if (error.name === 'BrokenItemError' && error.message.includes(ledger)) {
    return `${error.message} If an earlier version of Curfew wrote it, "npm start" says how to go on.`;
  }
  if (expected.has(error.name)) {
    // An engine that does not start says why in words of its own.
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
