import type { ChannelConnection, ChannelConnections } from './connections.ts';

/** The connections of all channels, by name, as one secret. */
export interface ConnectionStore {
  /** Why there can be no channels here; absent where there can be. */
  readonly refusal?: string;
  read(): Promise<ChannelConnections>;
  /** Replaces one, or removes it; the others stay. */
  put(name: string, connection: ChannelConnection | undefined): Promise<void>;
}

/** Encrypts texts that are stored where others may read. */
export interface Sealer {
  /** `about` is not stored: under another one, the text does not open. */
  seal(text: string, about: string): Promise<string>;
  /** Undefined for a text that none of the keys opens, or that was changed. */
  open(sealed: string, about: string): Promise<string | undefined>;
}

/** The connections as rows that only who has the key can open, by name of the channel. */
export interface SealedConnections {
  list(): Promise<ReadonlyMap<string, string>>;
  /** Replaces one, or removes it. */
  put(name: string, sealed: string | undefined): Promise<void>;
}

export const channelGrants = { 'sealedConnections.list': { records: ['Query'] } } as const;
