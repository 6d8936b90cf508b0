import * as z from 'zod';

import { linkVariables } from '../runs/contract/job-variables.ts';
import { type DeploymentName, DeploymentWord } from './deployment-parts.ts';

/**
 * Paths of the admin API. API Gateway authenticates `iam` (AWS signature), `api` (the issuer's token) and `console`
 * (the issuer's token for the console); below `links` the function verifies a signed link itself.
 */
export const apiPaths = { iam: '/iam', api: '/api', console: '/console/api', links: '/requests/link' } as const;

/** Below `links`: called by the hook on a person's machine with a token that the function verifies. */
export const hookPaths = { report: '/hook/report', file: '/hook/curfew-hook.mjs' } as const;

/** Below `links`: polled by calendars; the address ends with a token that the function verifies, and `.ics`. */
export const calendarPath = '/calendar';

/** The same operations under each way to authenticate. */
export const basePaths = [apiPaths.api, apiPaths.iam, apiPaths.console] as const;

const deployment = z
  .string()
  .transform((text, context): DeploymentName => {
    const [stage, organization, ...more] = text.split('/').map((word) => DeploymentWord.safeParse(word).data);
    if (stage === undefined || organization === undefined || more.length > 0) {
      context.addIssue({ code: 'custom', message: 'must be STAGE/ORGANIZATION' });
      return z.NEVER;
    }
    return { stage, organization };
  })
  .describe('the stage and the organization, whose parameters say where everything is');

/** The admin API needs more names than an environment holds: like the command line, it looks the deployment up. */
export const apiVariables = {
  CURFEW_DEPLOYMENT: deployment,
  ...linkVariables,
};
