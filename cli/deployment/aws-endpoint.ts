import type { Environment } from '../../shared/kernel/runtime/read-environment.ts';

/** The services that the command line calls, as the SDK's own variables name them. */
type AwsService = 'DYNAMODB' | 'KMS' | 'LAMBDA' | 'S3' | 'SCHEDULER' | 'SNS' | 'SSM';

/** Endpoint and region as the environment names them. What is absent, the SDK looks for by itself, in the profile. */
export function awsEndpoint(service: AwsService, env: Environment, region: string | undefined = env['AWS_REGION']) {
  const endpoint = env[`AWS_ENDPOINT_URL_${service}`];
  return { ...(isNamed(endpoint) && { endpoint }), ...(isNamed(region) && { region }) };
}

function isNamed(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}
