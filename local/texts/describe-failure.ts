import { describeSystemFailure } from './system-failure.ts';

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
