import type { DigestPorts } from '../../digest/use-cases/ports.ts';
import type { OrganizationCalls } from '../../kernel/platform/platform-calls.ts';
import type * as stores from '../stores.ts';
import { watcherPorts, type WatcherTable } from './watcher-ports.ts';
import { weekPorts, type WeekTable } from './week-ports.ts';

/** The tables that the digest has to do with. */
interface DigestClients extends stores.Tables<WatcherTable | WeekTable> {
  readonly platform: OrganizationCalls;
}

/** The ports of the digest on the real things. Nothing is called yet. */
export function digestPorts(clients: DigestClients): DigestPorts {
  return { ...watcherPorts(clients), ...weekPorts(clients) };
}
