import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { emailAddress, identifier, maybe } from '../../kernel/platform/reading/fields.ts';
import { pagination, type Pages, listPages } from '../../kernel/platform/reading/pages.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/organization/users', idempotent: true };

/** Whitespace around an email is ignored; only whitespace is no email. */
const rosterEmail = z
  .string()
  .trim()
  .transform((email) => (email === '' ? undefined : email))
  .pipe(emailAddress.optional());

/** Section "Organization user". Only the id is required: a user without an email is known but cannot be capped. */
const organizationUser = z.object({
  id: identifier,
  email: maybe(rosterEmail),
  createdAt: maybe(z.string()),
  metadata: maybe(z.record(z.string(), z.unknown())),
  firstName: maybe(z.string()),
  lastName: maybe(z.string()),
  lastSignInAt: maybe(z.string()),
});

export type OrganizationUser = Readonly<z.output<typeof organizationUser>>;

const userList = {
  endpoint,
  response: z.object({ users: z.array(z.unknown()), pagination }),
  path: 'users',
  schema: organizationUser,
  idField: 'id',
  keyOf: (user: OrganizationUser) => user.id,
} as const;

export function listOrganizationUsers(
  http: PlatformHttp,
  request: PageRequest = {},
  { signal }: CallOptions = {},
): Pages<OrganizationUser> {
  const { cursor, ...query } = strictRequest(endpoint, pageRequest, request);
  return listPages(http, userList, { cursor, query, signal });
}
