import type { FastifyPluginAsync } from 'fastify';
import type { CoreWorld } from '../core-world.ts';

/** GET /__sim/limits: the limit and its history of everybody who was ever given one, by the email of the roster. */
export function limitsRoutes({ organization, limits }: CoreWorld): FastifyPluginAsync {
  return async (app) => {
    app.get('/__sim/limits', () =>
      Object.fromEntries(
        organization.members().flatMap((member) => {
          const history = limits.historyOf(member.id);
          const limit = history.at(-1)?.limitCredits;
          const shown = history.map((change) => ({
            at: new Date(change.atMs).toISOString(),
            limit: change.limitCredits,
          }));
          return limit === undefined ? [] : [[member.email, { limit, history: shown }]];
        }),
      ),
    );
  };
}
