import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { given } from '../../state/json.ts';
import { plantedReportsMax, type ReportStore } from '../../state/readiness/report-store.ts';
import { BadRequestError, parseInput } from '../http-error.ts';
import { momentSince } from './sim-routes.ts';

const textLengthMax = 20_000;

const Evaluation = z
  .strictObject({
    numerator: z.int().min(0),
    denominator: z.int().min(1),
    rationale: z.string().max(textLengthMax).default('Said over the side channel.'),
  })
  .refine(({ numerator, denominator }) => numerator <= denominator, {
    path: ['numerator'],
    message: 'must not be above the denominator',
  });

const ReportBody = z.strictObject({
  repoUrl: z.url(),
  createdAt: momentSince(0).optional(),
  branch: z.string().min(1).optional(),
  commitHash: z.string().optional(),
  hasLocalChanges: z.boolean().optional(),
  hasNonRemoteCommits: z.boolean().optional(),
  modelUsed: z.strictObject({ id: z.string(), reasoningEffort: z.enum(['low', 'medium', 'high', 'off']) }).optional(),
  agentVersion: z.string().optional(),
  apps: z.record(z.string(), z.strictObject({ description: z.string() })).optional(),
  report: z.record(z.string(), Evaluation.nullable()).default({}),
});

/** POST /__sim/readiness stores a report and answers 201 with it: its branch's latest one with the posted changes. */
export function readinessPlanting(server: FastifyInstance, stored: ReportStore): void {
  server.post('/__sim/readiness', async ({ body }, reply) => {
    const report = stored.plant(given(parseInput(ReportBody, body)));
    if (report === undefined) {
      throw new BadRequestError(`the emulator holds at most ${plantedReportsMax} posted reports`);
    }
    return reply.status(201).send(report);
  });
}
