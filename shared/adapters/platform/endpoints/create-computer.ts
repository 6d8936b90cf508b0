import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { computerName } from '../requests/computer-name.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { type Computer, computer } from '../resources/computer.ts';

// A second request may make a second computer, so it is repeated only when the first certainly made none.
const endpoint: Endpoint = {
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

/**
 * Creates a computer. A PlatformError with `outcomeUnknown` means that it may exist all the same: look for it by its
 * name before creating it again.
 */
export async function createComputer(
  http: PlatformHttp,
  request: NewComputer,
  { signal }: CallOptions = {},
): Promise<Computer> {
  const body = strictRequest(endpoint, newComputer, request);
  const answer = await http.request({ endpoint, body, schema: computer, signal });
  answer.findings.close();
  return answer.value;
}
