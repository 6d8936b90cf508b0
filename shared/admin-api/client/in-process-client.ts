import type { Caller } from '../../domain/access/caller.ts';
import type { Style } from '../../terminal/style.ts';
import type { Answer } from '../operation.ts';
import { performOperation, type ApiContext } from '../perform-operation.ts';
import { namedIn, type ApiClient } from './api-client.ts';

interface InProcessClientOptions extends ApiContext {
  readonly caller: Caller;
  readonly style: Style;
  /** The document is wanted, and no text. */
  readonly json: boolean;
}

/** The API of an installation that this very process has open. */
export function inProcessClient({ caller, style, json, ...context }: InProcessClientOptions): ApiClient {
  return {
    async show(id, given, terms = {}) {
      const answer = await performOperation(context, { id, caller, given: namedIn(given), ...terms });
      const { document, documentToo, notes, ending } = answer as Answer<never>;
      return {
        ...((json || documentToo === true) && { document }),
        text: json ? '' : answer.text(style),
        ...(notes !== undefined && { notes }),
        ...(ending !== undefined && { ending }),
      };
    },
    read: async (id, given, terms = {}) =>
      (await performOperation(context, { id, caller, given: namedIn(given), ...terms })) as Answer<never>,
  };
}
