import * as z from 'zod';

import { PlatformEnvironment } from '../../../shared/contracts/platform/platform-access.ts';

const endpoint = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional();

/** Where AWS is: what Curfew looks at of the SDK's own variables. */
const aws = {
  AWS_REGION: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as eu-central-1')
    .optional(),
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_SES: endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
};

export const AwsEnvironment = z.object(aws);
export const TrialEnvironment = PlatformEnvironment.safeExtend(aws);
