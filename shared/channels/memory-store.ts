import { type ChannelConnections, withConnection } from './connections.ts';
import type { ConnectionStore } from './ports.ts';

export function memoryConnections(first: ChannelConnections = {}): ConnectionStore {
  let connections = first;
  return {
    read: async () => Promise.resolve(connections),
    async put(name, connection) {
      connections = withConnection(connections, name, connection);
      return Promise.resolve();
    },
  };
}
