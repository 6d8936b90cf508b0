import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { type ComputerFleet, computersMax } from '../../state/computers/computer-fleet.ts';
import { fates, stepNames, ComputerName } from '../../state/computers/computer.ts';
import { given } from '../../state/json.ts';
import { BadRequestError, NotFoundError, parseInput } from '../http-error.ts';
import type { World } from '../world.ts';
import { emailOwner, momentSince } from './sim-routes.ts';

const retriesMax = 50;
const reposMax = 20;

const ComputerBody = z.strictObject({
  name: ComputerName,
  provider: z.enum(['byom', 'e2b']).optional(),
  fate: z.enum(fates).optional(),
  step: z.enum(stepNames).optional(),
  retries: z.int().min(1).max(retriesMax).optional(),
  repos: z.int().min(0).max(reposMax).optional(),
  autoInstallDeps: z.boolean().optional(),
  ownerEmail: z.string().optional(),
  createdAt: momentSince(0).optional(),
});
const RemoveQuery = z.object({ name: ComputerName });

/** GET /__sim/computers lists what the API cannot; POST plants or provisions again, by name; DELETE ?name= removes. */
export function computerPlanting(
  server: FastifyInstance,
  { world, fleet }: { readonly world: World; readonly fleet: ComputerFleet },
): void {
  server.get('/__sim/computers', async () => fleet.list());

  server.post('/__sim/computers', async ({ body }, reply) => {
    const computer = fleet.plant(planted(world, parseInput(ComputerBody, body)));
    if (computer === undefined) {
      throw new BadRequestError(`the emulator holds at most ${computersMax} computers`);
    }
    return reply.status(201).send(computer);
  });

  server.delete('/__sim/computers', async ({ query }, reply) => {
    if (!fleet.remove(parseInput(RemoveQuery, query).name)) {
      throw new NotFoundError('no computer has this name');
    }
    return reply.status(204).send();
  });
}

function planted(world: World, body: z.output<typeof ComputerBody>): Parameters<ComputerFleet['plant']>[0] {
  const { name, provider, fate, step, retries, repos, autoInstallDeps, ownerEmail, createdAt } = body;
  const ownerId = ownerEmail === undefined ? undefined : emailOwner(world, ownerEmail, 'ownerEmail').id;
  return given({
    name,
    providerType: provider,
    fate,
    step,
    retriesNeeded: retries,
    repoCount: repos,
    ownerId,
    createdAtMs: createdAt,
    installsDeps: autoInstallDeps ?? (step === 'install-deps' ? true : undefined),
  });
}
