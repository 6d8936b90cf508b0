import { randomUUID } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

const INNER_HEADER = 'x-emulator-inner-call';
const INNER_MARK = randomUUID();

/** Whether a call comes to the platform from outside: not to the side channel, nor from the emulator itself. */
export function isPlatformCall(request: FastifyRequest): boolean {
  return !request.url.startsWith('/__sim/') && request.headers[INNER_HEADER] !== INNER_MARK;
}

/** The emulator's answer to a call with other query parameters, bypassing logs, throttles and faults. */
export async function innerAnswer(
  app: FastifyInstance,
  request: FastifyRequest,
  query: Readonly<Record<string, string>>,
): Promise<unknown> {
  const url = new URL(request.url, 'http://emulator');
  for (const [name, value] of Object.entries(query)) {
    url.searchParams.set(name, value);
  }
  const { authorization = '' } = request.headers;
  const headers = { authorization, [INNER_HEADER]: INNER_MARK };
  const answer = await app.inject({ method: 'GET', url: `${url.pathname}${url.search}`, headers });
  return answer.statusCode === 200 ? answer.json() : undefined;
}
