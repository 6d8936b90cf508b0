import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { type ComputerFleet, computersMax } from '../../state/computers/computer-fleet.ts';
import { type Computer, ComputerName, CreateComputer } from '../../state/computers/computer.ts';
import { requireRole } from '../auth.ts';
import { BadRequestError, HttpError, NotFoundError, parseInput } from '../http-error.ts';
import { computerPlanting } from '../sim/computer-planting.ts';
import type { World } from '../world.ts';

const NameParams = z.object({ name: ComputerName });
const IdParams = z.object({ computerId: z.string() });

/** platform-api.md: POST /api/v0/computers, its /name/{name} and /{computerId}/install-deps. */
export function computersRoutes(world: World, fleet: ComputerFleet): FastifyPluginAsync {
  return async (server) => {
    const preHandler = requireRole();

    server.post('/api/v0/computers', { preHandler }, async ({ body }, reply) =>
      reply.status(201).send(created(fleet, parseInput(CreateComputer, body))),
    );

    server.get('/api/v0/computers/name/:name', { preHandler }, async ({ params }) =>
      known(fleet.findByName(parseInput(NameParams, params).name)),
    );

    server.post('/api/v0/computers/:computerId/install-deps', { preHandler }, async ({ params }, reply) =>
      reply.status(202).send(known(fleet.retryInstallDeps(parseInput(IdParams, params).computerId))),
    );

    computerPlanting(server, { world, fleet });
  };
}

function created(fleet: ComputerFleet, request: CreateComputer): Computer {
  const creation = fleet.create(request);
  if (creation.kind === 'created') {
    return creation.computer;
  }
  throw creation.reason === 'name-taken'
    ? new HttpError(409, 'name: another computer has this name')
    : new BadRequestError(`the emulator holds at most ${computersMax} computers`);
}

function known(computer: Computer | undefined): Computer {
  if (computer === undefined) {
    throw new NotFoundError('there is no such computer');
  }
  return computer;
}
