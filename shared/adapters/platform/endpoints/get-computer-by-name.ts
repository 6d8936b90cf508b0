import * as z from 'zod';

import type { Endpoint } from '../http/endpoint.ts';
import type { PlatformHttp } from '../http/http.ts';
import { computerName } from '../requests/computer-name.ts';
import type { CallOptions } from '../requests/page-request.ts';
import { strictRequest } from '../requests/strict-request.ts';
import { type Computer, computer } from '../resources/computer.ts';

const endpoint: Endpoint = { method: 'GET', host: 'base', path: '/api/v0/computers/name/{name}', idempotent: true };

const computerRequest = z.strictObject({ name: computerName });

/** Fetches a computer by its name (section "GET /api/v0/computers/name/{name}"). */
export async function getComputerByName(
  http: PlatformHttp,
  name: string,
  { signal }: CallOptions = {},
): Promise<Computer> {
  const path = strictRequest(endpoint, computerRequest, { name });
  const answer = await http.request({ endpoint, target: { path }, schema: computer, signal });
  answer.findings.close();
  return answer.value;
}
