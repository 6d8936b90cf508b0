import type { ChannelKind } from './channel.ts';

/** Where a channel is reached. All of it is a secret: the address of a chat lets anyone post there. */
export interface ChannelConnection {
  readonly kind: ChannelKind;
  /** An https address, or the ARN of an event bus. */
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

/** Those of a deployment to whom has not its key. */
export const noConnections = {
  refusal: 'The admin API alone knows the addresses of channels of a deployment',
  read: async (): Promise<ChannelConnections> => Promise.resolve({}),
  put: async (): Promise<void> => Promise.resolve(),
};
