import * as z from 'zod';

import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { identifier, maybe, openEnum } from '../../kernel/platform/reading/fields.ts';
import type { CallOptions } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';
import { figure } from '../../ledger/platform/analytics.ts';

/** The document does not list a step's `status` values, so it stays a text. */
const provisioningStep = z.object({
  id: maybe(z.string()),
  name: maybe(z.string()),
  status: maybe(z.string()),
  error: maybe(z.string()),
  startedAt: figure,
  completedAt: figure,
  installSessionId: maybe(z.string()),
});

/** Section "Computer". */
const computer = z.object({
  id: identifier,
  name: identifier,
  providerType: openEnum(['byom', 'e2b']),
  createdAt: z.number(),
  hostId: maybe(z.string()),
  hostname: maybe(z.string()),
  status: maybe(openEnum(['provisioning', 'active', 'error'])),
  provisioningSteps: maybe(z.array(provisioningStep)),
  relayClientUrl: maybe(z.string()),
  relayAgentUrl: maybe(z.string()),
  remoteUser: maybe(z.string()),
  ownerPrincipalKind: maybe(z.string()),
  ownerId: maybe(z.string()),
});

export type ProvisioningStep = Readonly<z.output<typeof provisioningStep>>;
/** A computer. Times are Unix milliseconds; an undocumented enum value reads `other`. */
export type Computer = Readonly<z.output<typeof computer>>;

/** Section "Limits": a computer's name has 1 to 63 characters. */
const computerName = z.string().min(1).max(63);

// A second request may make a second computer, so it is repeated only when the first certainly had no effect.
const creating: Endpoint = {
  method: 'POST',
  host: 'base',
  path: '/api/v0/computers',
  purpose: 'computers',
  idempotent: false,
};

const uri = z
  .string()
  .max(2048)
  .refine((text) => URL.canParse(text), 'must be a URI');

/** Section "POST /api/v0/computers". Of `source` the document shows only `kind`. */
const newComputer = z.strictObject({
  name: computerName,
  provider: z.enum(['byom', 'e2b']).optional(),
  hostId: z.guid().optional(),
  remoteUser: z.string().min(1).max(63).optional(),
  repos: z.array(uri).max(20).optional(),
  autoInstallDeps: z.boolean().optional(),
  serviceAccountId: z.string().min(1).optional(),
  source: z.strictObject({ kind: z.string() }).optional(),
});

export type NewComputer = Readonly<z.input<typeof newComputer>>;

/** Creates a computer. After a PlatformError with `outcomeUnknown` it may exist: look it up by name before a retry. */
export async function createComputer(
  http: PlatformHttp,
  request: NewComputer,
  { signal }: CallOptions = {},
): Promise<Computer> {
  const body = strictRequest(creating, newComputer, request);
  const answer = await http.request({ endpoint: creating, body, schema: computer, signal });
  answer.findings.close();
  return answer.value;
}

const finding: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/computers/name/{name}', idempotent: true };

const computerRequest = z.strictObject({ name: computerName });

/** Fetches a computer by its name (section "GET /api/v0/computers/name/{name}"). */
export async function getComputerByName(
  http: PlatformHttp,
  name: string,
  { signal }: CallOptions = {},
): Promise<Computer> {
  const path = strictRequest(finding, computerRequest, { name });
  const answer = await http.request({ endpoint: finding, target: { path }, schema: computer, signal });
  answer.findings.close();
  return answer.value;
}

// Each request restarts the step, so it is repeated only when the first certainly had no effect.
const installing: Endpoint = {
  method: 'POST',
  host: 'base',
  path: '/api/v0/computers/{computerId}/install-deps',
  purpose: 'computers',
  idempotent: false,
};

const installRequest = z.strictObject({ computerId: z.string().min(1) });

/** Restarts a computer's install-dependencies step (section "POST .../install-deps"); returns the computer then. */
export async function installDependencies(
  http: PlatformHttp,
  computerId: string,
  { signal }: CallOptions = {},
): Promise<Computer> {
  const path = strictRequest(installing, installRequest, { computerId });
  const answer = await http.request({ endpoint: installing, target: { path }, schema: computer, signal });
  answer.findings.close();
  return answer.value;
}
