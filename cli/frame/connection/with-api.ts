import type { ApiClient } from '../../../shared/kernel/api/client/api-client.ts';
import type { CommandContext } from '../command-context.ts';

/** Opens the API of the installation that the command is about, for the length of `work`. */
export async function withApi<T>(context: CommandContext, work: (api: ApiClient) => Promise<T>): Promise<T> {
  const { connectToApi } = await import('./connect-to-api.ts');
  const { api, explained, close } = await connectToApi(context);
  try {
    return await explained(work(api));
  } finally {
    await close();
  }
}

/** What was given of some options: the rest is left out. */
export function givenOf<T extends Readonly<Record<string, unknown>>>(options: T) {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
}
