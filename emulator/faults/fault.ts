import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { parseInput } from '../api/http-error.ts';
import type { World } from '../api/world.ts';
import type { JsonObject } from '../state/json.ts';

export interface Call {
  readonly method: string;
  readonly pathname: string;
  readonly query: Readonly<Record<string, unknown>>;
}

export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly world: World;
  answerTo(query: Readonly<Record<string, string>>): Promise<unknown>;
}

/** A fault's effect on a call. Faults with only `prepare` combine; of others the first armed fires. */
export interface FaultAction {
  /** Other calls do not count as matching. */
  appliesTo?(call: Call): boolean;
  /** Replaces the handler: nothing is applied. */
  instead?(exchange: Exchange): void;
  prepare?(exchange: Exchange): void;
  /** After the handler, for JSON answers of 2xx. Undefined: nothing to change, not fired. */
  change?(body: JsonObject, exchange: Exchange): Promise<JsonObject | undefined> | JsonObject | undefined;
  send?(text: string, exchange: Exchange): string | AsyncIterable<Buffer>;
}

export interface FaultKind {
  readonly name: string;
  /** Throws BadRequestError naming the wrong parameter. */
  arm(params: unknown): FaultAction;
}

export function faultKind<S extends z.ZodType>(
  name: string,
  params: S,
  action: (params: z.output<S>) => FaultAction,
): FaultKind {
  return { name, arm: (given) => action(parseInput(params, given)) };
}
