import type { ChannelKind } from './channel.ts';

/** Where a channel is reached. All of it is a secret: the address of a chat lets anyone post there. */
export interface ChannelConnection {
  readonly kind: ChannelKind;
  /** An https address. */
  readonly address: string;
  /** The key that signs a webhook, or a routing key of PagerDuty. */
  readonly secret?: string;
}

export type ChannelConnections = Readonly<Record<string, ChannelConnection>>;

/** All connections with one replaced, or removed. */
export function withConnection(
  connections: ChannelConnections,
  name: string,
  connection: ChannelConnection | undefined,
): ChannelConnections {
  const others = Object.entries(connections).filter(([each]) => each !== name);
  return Object.fromEntries(connection === undefined ? others : [...others, [name, connection]]);
}

/** A deployment in AWS, which keeps no connections yet. */
export const noConnections = {
  refusal: 'Channels are for an installation on one machine: a deployment in AWS sends mail alone',
  read: async (): Promise<ChannelConnections> => Promise.resolve({}),
  put: async (): Promise<void> => Promise.resolve(),
};
