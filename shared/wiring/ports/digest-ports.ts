import type { OrganizationCalls } from '../../adapters/platform/platform-calls.ts';
import { platformOrganizationSource } from '../../adapters/platform/platform-organization-source.ts';
import type { DigestPorts } from '../../application/watchers/digest/ports.ts';
import { rosterPorts, type SnapshotTable } from './roster-ports.ts';
import * as stores from '../stores.ts';

/** The tables that the digest has to do with: also those of the controls, whose changes it names. */
interface DigestClients extends stores.Tables<SnapshotTable | 'controls' | 'live' | 'readiness' | 'revisions'> {
  readonly platform: OrganizationCalls;
}

/** The ports of the digest on the real things. Nothing is called yet. */
export function digestPorts(clients: DigestClients): DigestPorts {
  return {
    ...rosterPorts(clients),
    organization: platformOrganizationSource(clients.platform),
    readiness: stores.readiness(clients),
    digests: stores.digests(clients),
    revisions: stores.revisions(clients),
    watchState: stores.watchState(clients),
    decisions: stores.decisions(clients),
    liveState: stores.live(clients),
  };
}
