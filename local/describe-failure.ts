import { BrokenItemError } from '../shared/adapters/dynamo/stored-item.ts';
import { CannotStartError } from './cannot-start-error.ts';
import { localTableNames } from './create-tables.ts';
import { EngineStartError } from './engine.ts';
import { EngineMissingError } from './find-engine.ts';
import { MailCatcherStartError } from './mail-catcher.ts';
import { EnvironmentError } from '../shared/runtime/read-environment.ts';

const expected = [
  BrokenItemError,
  CannotStartError,
  EngineStartError,
  EngineMissingError,
  MailCatcherStartError,
  EnvironmentError,
];

/** An error in words for whoever typed the command: no stack, and for those of our own their message as it is. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'something went wrong that has no name';
  }
  if (error instanceof BrokenItemError && error.message.includes(` ${localTableNames().ledger} `)) {
    return `${error.message} If an earlier version of Curfew wrote it, "npm start" says how to go on.`;
  }
  if (expected.some((kind) => error instanceof kind)) {
    return error.message;
  }
  return `${error.name}: ${error.message === '' ? codeOf(error) : error.message}`;
}

function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : 'no further word';
}
