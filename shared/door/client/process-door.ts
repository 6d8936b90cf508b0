import type { Caller } from '../../domain/access/caller.ts';
import type { Style } from '../../terminal/style.ts';
import type { Answer } from '../operation.ts';
import { performOperation, type Door } from '../perform-operation.ts';
import { namedIn, type DoorClient } from './door-client.ts';

export interface ProcessDoorOptions extends Door {
  readonly caller: Caller;
  readonly style: Style;
  /** The document is wanted, and no text. */
  readonly json: boolean;
}

/** The door of an installation that this very process has open. */
export function processDoor({ caller, style, json, ...door }: ProcessDoorOptions): DoorClient {
  return {
    async show(id, given, terms = {}) {
      const answer = await performOperation(door, { id, caller, given: namedIn(given), ...terms });
      const { document, documentToo, notes, ending } = answer as Answer<never>;
      return {
        ...((json || documentToo === true) && { document }),
        text: json ? '' : answer.text(style),
        ...(notes !== undefined && { notes }),
        ...(ending !== undefined && { ending }),
      };
    },
    read: async (id, given, terms = {}) =>
      (await performOperation(door, { id, caller, given: namedIn(given), ...terms })) as Answer<never>,
  };
}
