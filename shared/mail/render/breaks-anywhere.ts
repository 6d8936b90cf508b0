import { trusted } from '../../kernel/texts/html.ts';

const anywhere = 'overflow-wrap:anywhere;word-break:break-word';
const nowhere = 'white-space:nowrap';

/**
 * Long words break anywhere: the first property is standard, the second is for Gmail and Outlook, which drop the first.
 */
export const breaksAnywhere = trusted(anywhere);

export const breaksNowhere = trusted(nowhere);
