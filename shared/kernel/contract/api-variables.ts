import * as z from 'zod';

import { linkVariables } from '../runs/contract/job-variables.ts';
import { type DeploymentName, DeploymentWord } from './deployment-parts.ts';

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

/**
 * The admin API uses nearly every table and function, whose names exceed an environment: it looks the deployment up
 * like the command line.
 */
export const apiVariables = {
  CURFEW_DEPLOYMENT: deployment,
  ...linkVariables(),
};
