import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { type Computer, computer } from '../resources/computer.ts';

// Each request starts the step again, so it is repeated only when the first certainly started nothing.
const endpoint: Endpoint = {
  method: 'POST',
  host: 'base',
  path: '/api/v0/computers/{computerId}/install-deps',
  purpose: 'computers',
  idempotent: false,
};

const installRequest = z.strictObject({ computerId: z.string().min(1) });

/** Starts a computer's install-dependencies step again (section "POST .../install-deps"); gives the computer as it is then. */
export async function installDependencies(
  http: PlatformHttp,
  computerId: string,
  { signal }: CallOptions = {},
): Promise<Computer> {
  const path = strictRequest(endpoint, installRequest, { computerId });
  const answer = await http.request({ endpoint, target: { path }, schema: computer, signal });
  answer.findings.close();
  return answer.value;
}
