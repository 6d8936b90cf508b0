import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { parseInput } from '../api/http-error.ts';
import type { World } from '../api/world.ts';
import type { JsonObject } from '../state/json.ts';

/** The call a fault looks at to see whether it can do its work there. */
export interface Call {
  readonly method: string;
  readonly pathname: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** One faulted call, with what a fault may need to know. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly world: World;
  /** The answer to the same call with other query parameters; no fault, log or limit sees it. */
  answerTo(query: Readonly<Record<string, string>>): Promise<unknown>;
}

/**
 * What a fault does to a call. Faults with nothing but `prepare` add up; of the others the first one armed fires.
 */
export interface FaultAction {
  /** Calls a fault cannot do anything to do not count as matching. */
  appliesTo?(call: Call): boolean;
  /** In place of the handler: nothing is applied. */
  instead?(exchange: Exchange): void;
  /** Before the handler: what it sees. */
  prepare?(exchange: Exchange): void;
  /** After the handler, for answers of the 200s in JSON. Undefined: nothing to change here, and nothing fired. */
  change?(body: JsonObject, exchange: Exchange): Promise<JsonObject | undefined> | JsonObject | undefined;
  /** On the way out, with the body as text: what is sent in its place. */
  send?(text: string, exchange: Exchange): string | AsyncIterable<Buffer>;
}

/** A fault by name, with its parameters and what arming it with them gives. */
export interface FaultKind {
  readonly name: string;
  /** Reads the parameters. Throws BadRequestError naming the one that is wrong. */
  arm(params: unknown): FaultAction;
}

/** A fault kind from a schema of its parameters and its action. */
export function faultKind<S extends z.ZodType>(
  name: string,
  params: S,
  action: (params: z.output<S>) => FaultAction,
): FaultKind {
  return { name, arm: (given) => action(parseInput(params, given)) };
}
