import type { Operations } from '../kernel/api/operation.ts';
import { snapshotOrder, snapshotPorts } from '../kernel/api/snapshot-of.ts';
import { scheduleTimes } from '../status/api.ts';
import { metricsContract } from './contract.ts';
import { showMetrics } from './use-cases.ts';

const operations: Operations<typeof metricsContract> = {
  async showMetrics(work, { at }) {
    const order = snapshotOrder(work, at);
    const { alerts, leases, evidence, plans, outbox, recipients, isRunning } = work.installation;
    const ports = { ...snapshotPorts(work), alerts, leases, evidence, plans, outbox, recipients };
    const metrics = await showMetrics(ports, {
      ...order,
      nowMs: work.nowMs,
      schedules: scheduleTimes(order.atMs),
      isRunning,
      people: work.installation.readSettings().metrics.people,
    });
    return { document: { metrics } };
  },
};

/** What is measured for Prometheus and OpenTelemetry. */
export const metrics = { contract: metricsContract, operations };
