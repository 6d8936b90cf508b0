import type { ApiClient } from '../../../shared/kernel/api/client/api-client.ts';

/** The API of the chosen installation, and what makes its failures plain to people. */
export interface ApiConnection {
  readonly api: ApiClient;
  readonly explained: <T>(work: Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}
