import type { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'hono';
import { handle } from 'hono/aws-lambda';
import * as z from 'zod';

import type { HookIntake } from '../../hook/api/hook-intake.ts';
import { callerOfClaims, callerOfIam, type Caller } from '../../kernel/access/caller.ts';
import { httpApi } from '../../kernel/api/http/http-api.ts';
import type { RunStarter } from '../../kernel/api/operation.ts';
import { plainError } from '../../kernel/runtime/plain-error.ts';
import type { RequestPages } from '../../requests/api/pages/request-pages.ts';
import type { Installation } from '../installation.ts';

export interface AdminApiDeps {
  readonly logger: Logger;
  readonly installation: Installation;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly starter: RunStarter;
  readonly pages: RequestPages;
  readonly hooks: HookIntake;
}

/** What API Gateway proved before it called: nothing that the call itself says is among it. */
const Proven = z.object({
  requestContext: z.object({
    authorizer: z.union([
      z.object({ iam: z.object({ userArn: z.string() }) }),
      z.object({ jwt: z.object({ claims: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) }) }),
    ]),
  }),
});

/** Answers the admin API behind API Gateway. */
export function createHandler({ logger, installation, now, starter, pages, hooks }: AdminApiDeps) {
  const app = httpApi({
    installation,
    now,
    starter,
    pages,
    hooks,
    identify: callerIn,
    onError: (error) => logger.error('a call of the admin API failed', plainError(error)),
  });
  // The package that replaces it is not needed before hono 5.
  // oxlint-disable-next-line typescript/no-deprecated
  return handle(app);
}

function callerIn(context: Context): Caller | undefined {
  const env = context.env as { readonly event?: unknown };
  const { data } = Proven.safeParse(env.event);
  if (data === undefined) {
    return undefined;
  }
  const { authorizer } = data.requestContext;
  return 'iam' in authorizer ? callerOfIam(authorizer.iam.userArn) : callerOfToken(authorizer.jwt.claims);
}

function callerOfToken(claims: Readonly<Record<string, string | number | boolean>>): Caller | undefined {
  const { sub, email, email_verified: emailVerified } = claims;
  return typeof sub !== 'string'
    ? undefined
    : callerOfClaims({
        sub,
        ...(typeof email === 'string' && { email }),
        emailVerified: emailVerified === undefined ? undefined : String(emailVerified),
        groups: groupsIn(claims['cognito:groups'] ?? claims['groups']),
      });
}

/** API Gateway writes a list as `[one two]`. */
function groupsIn(claim: string | number | boolean | undefined): readonly string[] {
  return typeof claim !== 'string'
    ? []
    : claim
        .replace(/^\[(.*)\]$/su, '$1')
        .split(/[\s,]+/u)
        .filter((group) => group !== '');
}
