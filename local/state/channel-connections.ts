import { existsSync, readFileSync } from 'node:fs';

import { type ChannelConnections, withConnection } from '../../shared/channels/connections.ts';
import { connectionsIn } from '../../shared/channels/contract/connections.ts';
import type { ConnectionStore } from '../../shared/channels/ports.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { writePrivately } from './private-files.ts';

/** The connections of channels in a file that only its owner can read. */
export function localConnections(file: string): ConnectionStore {
  function readNow(): ChannelConnections {
    const connections = connectionsIn(existsSync(file) ? readFileSync(file, 'utf8') : '{}');
    if (connections === undefined) {
      throw new CannotStartError(
        `${file} does not hold what Curfew wrote there; move it away and add the channels again`,
      );
    }
    return connections;
  }
  return {
    read: async () => Promise.resolve(readNow()),
    put: async (name, connection) => {
      writePrivately(file, JSON.stringify(withConnection(readNow(), name, connection)));
      return Promise.resolve();
    },
  };
}
