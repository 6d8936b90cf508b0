import * as z from 'zod';

const addressCharsMax = 2048;

/** {base_url} or {app_url} of platform-api.md: the key is sent there, so it must be https. */
const platformAddress = z.string().transform((text, context) => {
  const problem = problemOf(text.trim());
  if (problem !== undefined) {
    // The address is not repeated: it may hold a password.
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  }
  return text.trim().replace(/\/+$/, '');
});

/** For functions, which read the key only from its secret. */
export const platformVariables = {
  CURFEW_BASE_URL: platformAddress.describe('the https address of the platform'),
  CURFEW_APP_URL: platformAddress
    .optional()
    .describe('the https address of the platform’s web application, or leave it out when it is CURFEW_BASE_URL'),
  CURFEW_API_KEY_SECRET_ID: z.string().max(2048).describe('the secret that holds a key of a Manager or Owner'),
};

const secretOf = (purpose: string) =>
  z
    .string()
    .max(2048)
    .optional()
    .describe(`the secret that holds the key that ${purpose}, or leave it out when the key that reads does that too`);

/** The schema pieces for the keys of single purposes. */
export const limitsKeyVariables = { CURFEW_API_KEY_LIMITS_SECRET_ID: secretOf('sets limits') };
export const sessionsKeyVariables = { CURFEW_API_KEY_SESSIONS_SECRET_ID: secretOf('changes sessions') };
export const computersKeyVariables = { CURFEW_API_KEY_COMPUTERS_SECRET_ID: secretOf('creates computers') };

function problemOf(address: string): string | undefined {
  const url = address.length <= addressCharsMax && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return 'must be an https address';
  }
  if (url.username !== '' || url.password !== '') {
    return 'must not hold a user or a password';
  }
  if (url.search !== '' || url.hash !== '') {
    return 'must not have a query or a fragment';
  }
  return url.protocol === 'http:' && !isLoopback(url.hostname) ? 'must begin with https://' : undefined;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

const { CURFEW_BASE_URL, CURFEW_APP_URL } = platformVariables;

/** For people: the platform's address, and the key or its secret. */
export const PlatformEnvironment = z
  .object({
    CURFEW_BASE_URL,
    CURFEW_APP_URL,
    CURFEW_API_KEY: z.string().optional(),
    CURFEW_API_KEY_SECRET_ID: z.string().optional(),
  })
  .refine((env) => (env.CURFEW_API_KEY === undefined) !== (env.CURFEW_API_KEY_SECRET_ID === undefined), {
    path: ['CURFEW_API_KEY'],
    message:
      'set either CURFEW_API_KEY to a key of a Manager or Owner, or CURFEW_API_KEY_SECRET_ID to the secret that holds it, not both',
    // Reported together with all other faults.
    when: () => true,
  });

export interface PlatformAccess {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly key:
    | { readonly kind: 'given'; readonly key: string }
    | { readonly kind: 'secret'; readonly secretId: string };
}

export function platformAccess(env: z.output<typeof PlatformEnvironment>): PlatformAccess {
  const { CURFEW_BASE_URL: baseUrl, CURFEW_API_KEY_SECRET_ID: secretId } = env;
  return {
    baseUrl,
    appUrl: env.CURFEW_APP_URL ?? baseUrl,
    key: secretId === undefined ? { kind: 'given', key: env.CURFEW_API_KEY ?? '' } : { kind: 'secret', secretId },
  };
}

/** Writes by what they change. Each may have its own key, so that a reader's sets no limits; default: reading key. */
export const keyedPurposes = ['limits', 'sessions', 'computers'] as const;
export type KeyedPurpose = (typeof keyedPurposes)[number];

export type PlatformPurpose = 'reading' | KeyedPurpose;
