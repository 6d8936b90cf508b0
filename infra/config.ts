import * as z from 'zod';

import { DeploymentWord, EventBusArn } from '../shared/kernel/contract/deployment-parts.ts';
import { keyedPurposes, platformVariables } from '../shared/kernel/contract/platform-environment.ts';
import { emailSchema } from '../shared/roster/contract.ts';
import { Settings } from '../shared/settings/contract/settings.ts';
import { environmentCharsLeft } from './environment-room.ts';
import { covers } from './mail-identity.ts';

const name = DeploymentWord;

// Stack names join both with a hyphen: `a` and `b-c` would deploy over `a-b` and `c`.
const stage = DeploymentWord.regex(/^[^-]*$/, 'must have no -, which separates it from the name of an organization');

// Rejected here for the reasons for which functions would fail at start.
const platformAddress = platformVariables.CURFEW_BASE_URL;

const domainPattern = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const CreatedIdentity = z.strictObject({
  create: z.union([z.string().toLowerCase().regex(domainPattern), emailSchema().toLowerCase()], {
    error: 'must be a domain or a mail address',
  }),
});

const Evidence = z.strictObject({
  /** Days during which signed heads cannot be changed or removed. */
  retentionDays: z.int().min(1).max(36_500).default(400),
  /**
   * An existing bucket, best in another account: with versions, Object Lock and a policy for the watcher's role
   * (docs/operating.md). Absent: the deployment makes one.
   */
  bucket: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
});

const Rate = z.strictObject({
  perSecond: z.int().min(1).max(10_000),
  burst: z.int().min(1).max(5_000),
});

const Door = z.strictObject({
  /** Whose tokens the admin API accepts, and for which audience; absent: a Cognito user pool made by the deployment. */
  oidc: z
    .strictObject({
      issuer: z
        .string()
        .max(300)
        .regex(
          /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[\w.~-]+)*\/?$/i,
          'must be the https address of an issuer, as its tokens name it',
        ),
      audience: z.array(z.string().min(1).max(200)).min(1).max(10),
    })
    .optional(),
  /** The origin whose scripts may call it from a browser; absent: none. */
  origin: z
    .string()
    .max(300)
    .regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/, 'must be https:// and a host, without a path')
    .optional(),
  /** Beyond this rate it answers 429. */
  rate: Rate.prefault({ perSecond: 25, burst: 50 }),
  /** For links in mails, which anyone can call. */
  linkRate: Rate.prefault({ perSecond: 5, burst: 10 }),
  /** For events from hooks. */
  hookRate: Rate.prefault({ perSecond: 50, burst: 100 }),
  /** Concurrency reserved from the account's quota; absent: unreserved. */
  reservedConcurrency: z.int().min(1).max(1_000).optional(),
});

const Console = z.strictObject({
  /** With `door.oidc`: the console's own public client there. Otherwise the deployment makes one. */
  clientId: z.string().min(1).max(200).optional(),
  /** Requested in addition to openid and email. */
  scopes: z
    .array(z.string().regex(/^[\w.:/-]{1,100}$/, 'must be a scope of the issuer'))
    .max(10)
    .default([]),
  /** Further hosts the page calls at the issuer, such as its token address. */
  issuerOrigins: z
    .array(
      z
        .string()
        .max(300)
        .regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/, 'must be https:// and a host, without a path'),
    )
    .max(5)
    .default([]),
  /** Your own domain; absent: one by CloudFront, which accepts older TLS too. */
  domain: z
    .strictObject({
      name: z.string().regex(domainPattern, 'must be the name of a host, in small letters'),
      certificate: z
        .string()
        .regex(
          /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\da-f-]{36}$/,
          'must be the ARN of a certificate of ACM in us-east-1, where CloudFront looks for it',
        ),
    })
    .optional(),
  /** Logs page requests with client addresses for 90 days. */
  logs: z.boolean().default(false),
});

const Organization = z
  .strictObject({
    name,
    baseUrl: platformAddress,
    appUrl: platformAddress.optional(),
    /** The verified SES identity that sends, or `{ create }`; absent: the domain of `settings.mailFrom`, verified. */
    mailIdentity: z.union([z.string().min(1).max(320), CreatedIdentity]).optional(),
    /** How evidence is anchored outside the tables: docs/evidence.md. */
    evidence: Evidence.prefault({}),
    /** Makes a policy for people who edit budgets, teams and grants directly in their tables. */
    directEdits: z.boolean().default(false),
    /** Keeps logs, for their retention time, when stacks are deleted. */
    keepLogs: z.boolean().default(false),
    /** Purposes with their own platform key and secret; others use the reading key. */
    platformKeys: z
      .array(z.enum(keyedPurposes))
      .max(keyedPurposes.length)
      .refine((purposes) => new Set(purposes).size === purposes.length, 'must name each purpose once')
      .default([]),
    /**
     * `few`: shared alarms on free metrics. `all`: also an alarm per job, run metrics, traces and a dashboard
     * (docs/cost.md has their cost).
     */
    metrics: z.enum(['few', 'all']).default('few'),
    /** ARNs of the event buses that channels may be: the deployment may put events there, and nowhere else. */
    eventBuses: z.array(EventBusArn).max(20).default([]),
    /** Lets a channel import findings of controls into Security Hub of the account and Region. */
    securityHub: z.boolean().default(false),
    /**
     * Encrypts tables, and alarms in transit, with the account's own keys, whose use is logged and which cost monthly
     * and per request. Default: AWS's keys.
     */
    ownKeys: z.boolean().default(false),
    door: Door.prefault({}),
    /** In its own stack; absent: no console. */
    console: Console.optional(),
    // On AWS a sender and alarm recipients are required: the defaults are for one machine.
    settings: Settings.extend({
      mailFrom: Settings.shape.mailFrom.unwrap(),
      admins: Settings.shape.admins.unwrap().min(1, 'must name someone: alarms go to them'),
    }),
  })
  .refine(
    ({ mailIdentity, settings }) => typeof mailIdentity !== 'object' || covers(mailIdentity.create, settings.mailFrom),
    {
      path: ['mailIdentity', 'create'],
      message: 'must be the address of settings.mailFrom, its domain or one above it',
    },
  )
  .refine(({ settings: { monthlyExports } }) => !monthlyExports.to?.startsWith('/'), {
    path: ['settings', 'monthlyExports', 'to'],
    message: 'must be a prefix in S3, such as s3://figures/curfew: a function has no folder that stays',
  })
  .refine(
    ({ console: page, door }) => page === undefined || (page.clientId === undefined) === (door.oidc === undefined),
    {
      path: ['console', 'clientId'],
      message:
        'is needed with door.oidc, whose issuer knows the console by it, and must be left out without: then the deployment makes a client in its user pool',
    },
  );

const Config = z
  .strictObject({
    stage,
    region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as eu-central-1'),
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account, as text')
      .optional(),
    organizations: z.array(Organization).min(1).max(50),
  })
  .refine(({ organizations }) => new Set(organizations.map(({ name: own }) => own)).size === organizations.length, {
    path: ['organizations'],
    message: 'must have different names: one name occurs twice',
  })
  .superRefine(({ stage, organizations }, context) => {
    for (const [index, organization] of organizations.entries()) {
      const charsLeft = environmentCharsLeft(stage, organization);
      if (charsLeft < 0) {
        const message = `is ${-charsLeft} characters longer than a function has room for: shorten the lists of its settings`;
        context.addIssue({ code: 'custom', path: ['organizations', index], message });
      }
    }
  })
  .superRefine(({ organizations }, context) => {
    const made = organizations.map(({ mailIdentity }) => (typeof mailIdentity === 'object' ? mailIdentity.create : ''));
    for (const [index, identity] of made.entries()) {
      if (identity !== '' && made.indexOf(identity) < index) {
        const message =
          'is created by an earlier organization already, and SES has it once: name it here as an existing one, without create';
        context.addIssue({ code: 'custom', path: ['organizations', index, 'mailIdentity', 'create'], message });
      }
    }
  });

export type Config = z.output<typeof Config>;
/** As written by an admin, without defaults. */
export type ConfigInput = z.input<typeof Config>;
export type Organization = Config['organizations'][number];

/** The message names everything wrong, without values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const contextSource = 'context "curfew" in cdk.json, or --context curfew=JSON';

/** Parses the configuration: an object, or JSON from the command line. `source` names its origin in errors. */
export function readConfig(context: unknown, source: string = contextSource): Config {
  const parsed = Config.safeParse(typeof context === 'string' ? readJson(context) : context);
  if (parsed.success) {
    return parsed.data;
  }
  const lines = parsed.error.issues.map(
    ({ path, message }) => `  ${['curfew', ...path.map(String)].join('.')}: ${message}`,
  );
  throw new ConfigError(`The configuration (${source}) cannot be used:\n${lines.join('\n')}`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
