import * as z from 'zod';

import { channelKinds, channelLimits } from '../channel.ts';
import type { ChannelConnection, ChannelConnections } from '../connections.ts';

const Connection = z.object({
  kind: z.enum(channelKinds),
  address: z.string().max(2_000),
  secret: z.string().max(200).optional(),
}) satisfies z.ZodType<ChannelConnection>;

const Connections: z.ZodType<ChannelConnections> = z.record(z.string().max(channelLimits.nameCharsMax), Connection);

/** The connections in a text; undefined when it does not hold them. */
export function connectionsIn(text: string): ChannelConnections | undefined {
  return parsed(Connections, text);
}

/** The same of one. */
export function connectionIn(text: string): ChannelConnection | undefined {
  return parsed(Connection, text);
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    // The message of JSON.parse quotes the text.
    return undefined;
  }
}
