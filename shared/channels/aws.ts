import { sealer } from '../kernel/aws/sealer.ts';
import { connectionIn } from './contract/connections.ts';
import type { ConnectionStore, SealedConnections } from './ports.ts';

/**
 * The connections of a deployment: rows of a table, sealed with the key of the links. One that the key does not open is
 * left out, as if the channel had no address.
 */
export function sealedConnections(rows: SealedConnections, readSecret: () => Promise<string>): ConnectionStore {
  const seals = sealer(readSecret, 'channel-connection');
  return {
    async read() {
      const opened = [];
      for (const [name, sealed] of await rows.list()) {
        const connection = connectionIn((await seals.open(sealed, name)) ?? '');
        opened.push(...(connection === undefined ? [] : [[name, connection] as const]));
      }
      return Object.fromEntries(opened);
    },
    async put(name, connection) {
      await rows.put(name, connection && (await seals.seal(JSON.stringify(connection), name)));
    },
  };
}
