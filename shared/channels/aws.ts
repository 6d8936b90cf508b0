import { connectionIn } from './contract/connections.ts';
import type { ConnectionStore, SealedConnections, Sealer } from './ports.ts';

/** The connections of a deployment: sealed rows of a table. One that does not open is left out: it has no address. */
export function sealedConnections(rows: SealedConnections, sealer: Sealer): ConnectionStore {
  return {
    async read() {
      const opened = [];
      for (const [name, sealed] of await rows.list()) {
        const connection = connectionIn((await sealer.open(sealed, name)) ?? '');
        opened.push(...(connection === undefined ? [] : [[name, connection] as const]));
      }
      return Object.fromEntries(opened);
    },
    async put(name, connection) {
      await rows.put(name, connection && (await sealer.seal(JSON.stringify(connection), name)));
    },
  };
}
