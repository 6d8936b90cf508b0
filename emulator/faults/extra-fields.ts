import { z } from 'zod';
import { rowsOf, withRows } from './answer-rows.ts';
import { faultKind } from './fault.ts';

/** The document does not have these; a tolerant reader lets them through. */
const EXTRA = { x_added_later: 'text', x_added_object: { nested: [1, 2, 3] } };

/** The answer and every row of it have fields the document does not name. */
export const extraFieldsFault = faultKind('extra-fields', z.object({}), () => ({
  change: (body) =>
    withRows(
      { ...body, ...EXTRA },
      rowsOf(body).map((row) => ({ ...row, ...EXTRA })),
    ),
}));
