import { trusted } from '../../texts/html.ts';

/** Long words break anywhere: the first property by the standard, the second in Gmail, Outlook and Yahoo, which drop the first. */
export const breaksAnywhere = trusted('overflow-wrap:anywhere;word-break:break-word');
