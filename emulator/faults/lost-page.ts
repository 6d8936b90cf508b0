import { z } from 'zod';
import { isJsonObject, nextPageOf, rowsOf, withNextPage } from './answer-rows.ts';
import { faultKind } from './fault.ts';

/**
 * The page after this one is left out of the chain: this page's cursor leads past it. Of readiness reports, whose
 * cursor the caller makes, it is this page that is left out. It fires only where there is a page to lose.
 */
export const lostPageFault = faultKind('lost-page', z.object({}), () => ({
  appliesTo: ({ method }) => method === 'GET',
  async change(body, exchange) {
    const lastReportId = 'reports' in body ? rowsOf(body).at(-1)?.['reportId'] : undefined;
    if (typeof lastReportId === 'string') {
      const after = await exchange.answerTo({ startAfter: lastReportId });
      return isJsonObject(after) && rowsOf(after).length > 0 ? after : undefined;
    }
    const cursor = nextPageOf(body)?.cursor;
    if (cursor === undefined) {
      return undefined;
    }
    const lost = await exchange.answerTo({ cursor });
    const following = isJsonObject(lost) ? nextPageOf(lost) : undefined;
    return following === undefined ? undefined : withNextPage(body, following);
  },
}));
