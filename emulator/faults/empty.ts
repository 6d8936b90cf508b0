import { z } from 'zod';
import { withRows, listNameOf } from './answer-rows.ts';
import { faultKind } from './fault.ts';

const Params = z.object({ body: z.enum(['none', 'rows']).default('none') });

/** 200 with no body at all; or, with `body: "rows"`, a page without rows that still names the next one. */
export const emptyFault = faultKind('empty', Params, ({ body: mode }) =>
  mode === 'none'
    ? {
        instead({ reply }) {
          void reply.code(200).send('');
        },
      }
    : { change: (body) => (listNameOf(body) === undefined ? undefined : withRows(body, [])) },
);
