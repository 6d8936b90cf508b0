import * as z from 'zod';

/** The schema piece for the SES configuration set that mails are sent with; on one machine there is none. */
export const mailVariables = {
  CURFEW_MAIL_CONFIGURATION_SET: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 of a-z, A-Z, 0-9, _ and -')
    .optional()
    .describe('the configuration set of SES that mails are sent with, or leave it out when there is none'),
};
