import type { capsContract } from './caps-contract.ts';
import type { fleetContract } from './fleet-contract.ts';
import type { readinessContract } from './readiness-contract.ts';
import type { sessionsContract } from './sessions-contract.ts';
import type { statusContract } from './status-contract.ts';
import type { DocumentOf, GivenOf, InputOf } from './contract.ts';

/** Every operation's contract, as types alone: whoever only calls loads no schema. */
type Contracts = typeof capsContract &
  typeof statusContract &
  typeof sessionsContract &
  typeof readinessContract &
  typeof fleetContract;

export type OperationId = keyof Contracts;
/** What a caller gives to an operation. */
export type OperationGiven<Id extends OperationId> = GivenOf<Contracts[Id]>;
/** The same as the operation reads it. */
export type OperationInput<Id extends OperationId> = InputOf<Contracts[Id]>;
/** The document that it answers. */
export type OperationDocument<Id extends OperationId> = DocumentOf<Contracts[Id]>;
