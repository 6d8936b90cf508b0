import * as z from 'zod';

import { configFileName } from '../../../infra/config-file.ts';
import type { Config, Organization } from '../../../infra/config.ts';
import { exampleValuesIn } from '../../../infra/example-values.ts';
import { sendingIdentityOf } from '../../../infra/mail-identity.ts';
import {
  platformAccess,
  type PlatformAccess,
  PlatformEnvironment,
} from '../../../shared/kernel/contract/platform-environment.ts';
import { engineKeyIn } from '../../../shared/kernel/contract/tables.ts';
import {
  type Environment,
  EnvironmentError,
  readEnvironment,
} from '../../../shared/kernel/runtime/read-environment.ts';
import { emailSchema } from '../../../shared/roster/contract.ts';
import { Settings } from '../../../shared/settings/contract/settings.ts';

/** SES's own recipient that takes every mail: it costs a mail and bothers no person. */
const mailboxSimulator = 'success@simulator.amazonses.com';

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(0).max(max));

const Options = z.object({
  organization: z.string().min(1).max(64).optional(),
  mailFrom: emailSchema('must be an email').optional(),
  mailTo: emailSchema('must be an email').default(mailboxSimulator),
  defaultBudget: wholeNumber(1_000_000_000_000).prefault('990000'),
  clean: z.boolean().default(false),
  minAge: wholeNumber(10_000_000).prefault('30'),
  yes: z.boolean().default(false),
  json: z.boolean().default(false),
});
export type TrialOptions = Readonly<z.output<typeof Options>>;

/** The command line cannot be understood. The message names every wrong option. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads what commander has read. Raises UsageError. */
export function readOptions(given: object): TrialOptions {
  const parsed = Options.safeParse(given);
  if (!parsed.success) {
    const flag = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `${flag(path.map(String).join('.'))}: ${message}`).join('\n'),
    );
  }
  return parsed.data;
}

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

const AwsEnvironment = z.object(aws);
const TrialEnvironment = PlatformEnvironment.safeExtend(aws);

/** Where the one mail goes, or why there is none. */
type MailTarget =
  | {
      readonly kind: 'mail';
      readonly from: string;
      readonly to: string;
      /** One of these has to be verified in SES: the identity that is deployed with, or either that the sender may be of. */
      readonly identities: readonly string[];
      /** The deployment makes the identity. */
      readonly isToBeMade: boolean;
    }
  | { readonly kind: 'none'; readonly reason: string };

export interface AwsTarget {
  readonly region: string;
  readonly dynamoEndpoint: string | undefined;
  /** Of an engine of Curfew that runs there. */
  readonly dynamoAccessKeyId: string | undefined;
  readonly sesEndpoint: string | undefined;
}

/** All that the trial is about to touch. */
export interface TrialTarget extends AwsTarget {
  /** The 12 digits that curfew.config.ts names; undefined when it names none. */
  readonly account: string | undefined;
  readonly organization: string | undefined;
  readonly platform: PlatformAccess;
  /** The address of the web application was named, and not only assumed. */
  readonly namesApp: boolean;
  readonly settings: Settings;
  readonly mail: MailTarget;
  readonly defaultBudgetCredits: number;
}

/** What curfew.config.ts says of the organization that was asked for. */
interface ConfiguredOrganization {
  readonly organization: Organization;
  readonly region: string;
  readonly account?: string | undefined;
}

const regionMissing = '  AWS_REGION is missing. Set it to the region that Curfew is to run in';

export interface TargetSources {
  readonly env: Environment;
  readonly options: TrialOptions;
  readonly configured: ConfiguredOrganization | undefined;
  /** The region of the SDK's own settings. */
  readonly sdkRegion: string | undefined;
}

/** Raises EnvironmentError with one message that names every wrong or contradicting variable, and no value. */
export function readTarget({ env, options, configured, sdkRegion }: TargetSources): TrialTarget {
  const given = configured === undefined ? env : { ...env, ...variablesOf(configured) };
  const contradictions = configured === undefined ? [] : contradictionsOf(env, variablesOf(configured));
  const variables = readAll(given, [...contradictions, ...(knowsRegion(given, sdkRegion) ? [] : [regionMissing])]);
  const platform = platformAccess(variables);
  const aws = awsTarget(variables, sdkRegion, env);
  const settings = configured?.organization.settings ?? Settings.parse({});
  return {
    ...aws,
    account: configured?.account,
    organization: configured?.organization.name,
    platform,
    namesApp: variables.CURFEW_APP_URL !== undefined,
    settings,
    mail: mailTarget(options, aws, configured?.organization),
    defaultBudgetCredits: options.defaultBudget,
  };
}

/** Where AWS is, for what needs no platform. Raises EnvironmentError. */
export function readAwsTarget({ env, configured, sdkRegion }: TargetSources): AwsTarget {
  const region = configured === undefined ? {} : { AWS_REGION: configured.region };
  return awsTarget(readEnvironment(AwsEnvironment, { ...env, ...region }), sdkRegion, env);
}

function awsTarget(
  variables: z.output<typeof AwsEnvironment>,
  sdkRegion: string | undefined,
  env: Environment,
): AwsTarget {
  const { AWS_ENDPOINT_URL_DYNAMODB: dynamoEndpoint, AWS_ENDPOINT_URL_SES: sesEndpoint } = variables;
  const region = variables.AWS_REGION ?? sdkRegion ?? (dynamoEndpoint === undefined ? undefined : 'us-east-1');
  if (region === undefined) {
    throw new EnvironmentError(`The environment is not complete:\n${regionMissing}`);
  }
  return { region, dynamoEndpoint, dynamoAccessKeyId: engineKeyIn(env), sesEndpoint };
}

/** What the configuration of an organization says, in the words of the environment. */
function variablesOf({ organization, region }: ConfiguredOrganization): Readonly<Record<string, string>> {
  const { baseUrl, appUrl } = organization;
  return { CURFEW_BASE_URL: baseUrl, ...(appUrl !== undefined && { CURFEW_APP_URL: appUrl }), AWS_REGION: region };
}

/** Two answers to one question: what is tried would not be what is deployed. */
function contradictionsOf(env: Environment, configured: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(configured)
    .filter(([name, value]) => (env[name] ?? '') !== '' && env[name]?.replace(/\/+$/, '') !== value)
    .map(([name]) => `  ${name} contradicts curfew.config.ts: unset it`);
}

function knowsRegion(env: Environment, sdkRegion: string | undefined): boolean {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_DYNAMODB: endpoint = '' } = env;
  return region !== '' || endpoint !== '' || sdkRegion !== undefined;
}

/** `problems` are reported together with all other faults. */
function readAll(env: Environment, problems: readonly string[]) {
  try {
    const variables = readEnvironment(TrialEnvironment, env);
    if (problems.length > 0) {
      throw new EnvironmentError('The environment is not complete:');
    }
    return variables;
  } catch (error) {
    if (!(error instanceof EnvironmentError)) {
      throw error;
    }
    throw new EnvironmentError([error.message, ...problems].join('\n'), { cause: error });
  }
}

function mailTarget(
  options: TrialOptions,
  { dynamoEndpoint, sesEndpoint }: AwsTarget,
  organization: Organization | undefined,
): MailTarget {
  const from = options.mailFrom ?? organization?.settings.mailFrom;
  if (sesEndpoint === undefined && dynamoEndpoint !== undefined) {
    return {
      kind: 'none',
      reason: 'there is no SES: DynamoDB is at AWS_ENDPOINT_URL_DYNAMODB, and AWS_ENDPOINT_URL_SES is not set',
    };
  }
  return from === undefined
    ? { kind: 'none', reason: 'no sender is known: name the organization (--organization) or the sender (--mail-from)' }
    : { kind: 'mail', from, to: options.mailTo, ...identitiesOf(from, organization) };
}

/** A deployment may send as the one that its configuration names, or else as the whole domain of the sender. */
function identitiesOf(from: string, organization: Organization | undefined) {
  if (organization === undefined) {
    return { identities: [from.slice(from.lastIndexOf('@') + 1), from], isToBeMade: false };
  }
  const { kind, name } = sendingIdentityOf(organization);
  return { identities: [name], isToBeMade: kind === 'created' };
}

/** Finds an organization in the configuration. Raises UsageError when it is not there, or not filled in. */
export function configuredOrganization(config: Config | undefined, name: string): ConfiguredOrganization {
  if (config === undefined) {
    throw new UsageError(`--organization: there is no ${configFileName}; copy curfew.config.example.ts to it`);
  }
  const organization = config.organizations.find((each) => each.name === name);
  if (organization === undefined) {
    const names = config.organizations.map((each) => each.name).join(', ');
    throw new UsageError(`--organization: ${configFileName} has no such organization, but ${names}`);
  }
  const places = exampleValuesIn({ ...config, organizations: [organization] });
  if (places.length > 0) {
    throw new UsageError(`${configFileName} still holds values of the example:\n  ${places.join('\n  ')}`);
  }
  const { region, account } = config;
  return { organization, region, account };
}
