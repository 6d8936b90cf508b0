import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { BadRequestError, parseInput } from '../api/http-error.ts';
import {
  acceptThenFailFault,
  emptyFault,
  resetFault,
  slowFault,
  statusFault,
  timeoutFault,
  truncateFault,
} from './answer-faults.ts';
import type { ArmedFaults } from './armed-faults.ts';
import type { FaultKind } from './fault.ts';
import { extraFieldsFault, malformedFault, missingFieldsFault } from './field-faults.ts';
import { duplicatePageFault, lostPageFault, repeatCursorFault } from './page-faults.ts';
import { lateDayFault, restateDayFault, partialErrorsFault } from './request-faults.ts';

export const FAULT_KINDS: ReadonlyMap<string, FaultKind> = new Map(
  [
    statusFault,
    timeoutFault,
    resetFault,
    slowFault,
    truncateFault,
    malformedFault,
    emptyFault,
    repeatCursorFault,
    lostPageFault,
    duplicatePageFault,
    extraFieldsFault,
    missingFieldsFault,
    lateDayFault,
    restateDayFault,
    acceptThenFailFault,
    partialErrorsFault,
  ].map((kind) => [kind.name, kind]),
);

const TIMES_MAX = 1_000_000;
const FaultBody = z.looseObject({
  match: z
    .strictObject({
      method: z.string().min(1).optional(),
      path: z.string().startsWith('/').max(2_000).optional(),
      nth: z.int().min(1).optional(),
    })
    .default({}),
  fault: z.string(),
  times: z.int().min(1).max(TIMES_MAX).default(1),
});

/** POST, GET and DELETE /__sim/faults. POST takes one fault or a list and answers 201 with all armed ones. */
export function faultRoutes(faults: ArmedFaults): FastifyPluginAsync {
  const shown = (): readonly object[] => faults.list().map(({ spec, matched, fired }) => ({ ...spec, matched, fired }));
  return async (app) => {
    app.get('/__sim/faults', shown);
    app.post('/__sim/faults', (request, reply) => {
      const bodies: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body];
      for (const { spec, action } of bodies.map(readFault)) {
        if (!faults.arm(spec, action)) {
          throw new BadRequestError('fault: too many are armed; DELETE /__sim/faults first');
        }
      }
      return reply.code(201).send(shown());
    });
    app.delete('/__sim/faults', (_request, reply) => {
      faults.clear();
      return reply.code(204).send();
    });
  };
}

/** Parses a fault before any of a list is armed. Throws BadRequestError naming the field. */
function readFault(body: unknown): Pick<ReturnType<ArmedFaults['list']>[number], 'spec' | 'action'> {
  const spec = parseInput(FaultBody, body);
  const kind = FAULT_KINDS.get(spec.fault);
  if (kind === undefined) {
    throw new BadRequestError(`fault: unknown; one of ${[...FAULT_KINDS.keys()].join(', ')}`);
  }
  return { spec, action: kind.arm(spec) };
}
