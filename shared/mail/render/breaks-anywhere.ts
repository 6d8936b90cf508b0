import { trusted } from '../../kernel/texts/html.ts';

const anywhere = 'overflow-wrap:anywhere;word-break:break-word';
const nowhere = 'white-space:nowrap';

/** The second property is for Gmail and Outlook, which drop the first, standard one. */
export const breaksAnywhere = trusted(anywhere);

export const breaksNowhere = trusted(nowhere);
