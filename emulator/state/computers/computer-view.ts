import type { Computer, ComputerRecord, ProvisioningStep } from './computer.ts';
import { stepsAt } from './provisioning.ts';

/** The computer as the API answers it at a moment (Unix ms). */
export function computerAt(record: ComputerRecord, nowMs: number): Computer {
  const provisioningSteps = stepsAt(record, nowMs);
  return {
    id: record.id,
    name: record.name,
    providerType: record.providerType,
    createdAt: record.createdAtMs,
    ...(record.hostId === undefined ? {} : { hostId: record.hostId }),
    hostname: `${record.id.slice(0, 8)}.machines.acme.example`,
    status: statusOf(provisioningSteps),
    provisioningSteps,
    relayClientUrl: `wss://relay.acme.example/client/${record.id}`,
    relayAgentUrl: `wss://relay.acme.example/agent/${record.id}`,
    ...(record.remoteUser === undefined ? {} : { remoteUser: record.remoteUser }),
    ownerPrincipalKind: record.ownerPrincipalKind,
    ownerId: record.ownerId,
  };
}

/** Active when every step is done, in error when one failed, provisioning until then. */
function statusOf(steps: readonly ProvisioningStep[]): Computer['status'] {
  if (steps.some(({ status }) => status === 'failed')) {
    return 'error';
  }
  return steps.every(({ status }) => status === 'completed') ? 'active' : 'provisioning';
}
