import type { FastifyRequest } from 'fastify';
import { NO_CHANGES, type ReportChanges } from './usage-view.ts';

const changesByRequest = new WeakMap<FastifyRequest, ReportChanges>();

/** Makes one request see usage with a fault's changes. */
export function changeReport(request: FastifyRequest, changes: Partial<ReportChanges>): void {
  changesByRequest.set(request, { ...reportChangesOf(request), ...changes });
}

/** What faults have changed for this request; usually nothing. */
export function reportChangesOf(request: FastifyRequest): ReportChanges {
  return changesByRequest.get(request) ?? NO_CHANGES;
}
