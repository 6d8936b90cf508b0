import type { FastifyRequest } from 'fastify';

/** Whether the entry with this email (trimmed, lower case) at this place of the body is to be refused. */
type LimitRefusal = (email: string, index: number) => boolean;

const refusalByRequest = new WeakMap<FastifyRequest, LimitRefusal>();

/** Makes one request to set limits fail for some of its entries. */
export function refuseLimits(request: FastifyRequest, isRefused: LimitRefusal): void {
  refusalByRequest.set(request, isRefused);
}

/** What a fault refuses of this request; usually nothing. */
export function limitRefusalOf(request: FastifyRequest): LimitRefusal {
  return refusalByRequest.get(request) ?? (() => false);
}
