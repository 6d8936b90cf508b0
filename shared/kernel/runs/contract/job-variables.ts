import * as z from 'zod';

import { emailSchema } from '../../../roster/contract.ts';
import type { SettingName } from '../../../settings/contract/setting-schemas.ts';
import { settingsVariables } from '../../../settings/contract/settings-variables.ts';
import {
  computersKeyVariables,
  limitsKeyVariables,
  platformVariables,
  sessionsKeyVariables,
} from '../../contract/platform-environment.ts';
import type { TableKey } from '../../contract/tables.ts';
import type { JobDeclaration } from './job-declaration.ts';

export const fingerprintVariables = {
  CURFEW_FINGERPRINT_KEY_SECRET_ID: z
    .string()
    .max(2048)
    .describe('the secret that holds the key of the fingerprints of secrets'),
};

export const linkVariables = {
  CURFEW_LINK_KEY_SECRET_ID: z.string().max(2048).describe('the secret that holds the keys that sign links in mails'),
};

export const anchorVariables = {
  CURFEW_ORGANIZATION: z.string().min(1).max(100).describe('whose evidence it is, as every signed head names it'),
  CURFEW_EVIDENCE_KEY_ID: z.string().min(1).max(2048).describe('the key of KMS that signs heads of the evidence'),
  CURFEW_EVIDENCE_BUCKET: z.string().min(3).max(255).describe('the bucket with Object Lock that keeps signed heads'),
  CURFEW_EVIDENCE_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .describe('for how many days a signed head can neither be changed nor removed'),
};

export const mailVariables = {
  CURFEW_MAIL_FROM: emailSchema().describe('the address that mails come from'),
  CURFEW_MAIL_CONFIGURATION_SET: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 of a-z, A-Z, 0-9, _ and -')
    .optional()
    .describe('the configuration set of SES that mails are sent with, or leave it out when there is none'),
};

export const exportVariables = {
  CURFEW_ACCOUNT: z.string().min(1).max(100).describe('the organization that pays the platform, as exports name it'),
};

export type VariablesOf<J extends JobDeclaration> = (J extends {
  readonly settings: readonly (infer Name extends SettingName)[];
}
  ? ReturnType<typeof settingsVariables<Name>>
  : object) &
  (J extends { readonly anchors: true } ? typeof anchorVariables : object) &
  (J extends { readonly sendsMail: true } ? typeof mailVariables : object) &
  (J extends { readonly writesExports: true } ? typeof exportVariables : object) &
  ('reading-key' extends SecretOf<J> ? typeof platformVariables : object) &
  ('limits-key' extends SecretOf<J> ? typeof limitsKeyVariables : object) &
  ('sessions-key' extends SecretOf<J> ? typeof sessionsKeyVariables : object) &
  ('computers-key' extends SecretOf<J> ? typeof computersKeyVariables : object) &
  ('fingerprint-key' extends SecretOf<J> ? typeof fingerprintVariables : object) &
  ('link-key' extends SecretOf<J> ? typeof linkVariables : object);

/** The same as values. */
export function variablesOf<const J extends JobDeclaration>({
  secrets = [],
  settings,
  anchors,
  sendsMail,
  writesExports,
}: J) {
  return {
    ...(secrets.includes('reading-key') && platformVariables),
    ...(secrets.includes('limits-key') && limitsKeyVariables),
    ...(secrets.includes('sessions-key') && sessionsKeyVariables),
    ...(secrets.includes('computers-key') && computersKeyVariables),
    ...(secrets.includes('fingerprint-key') && fingerprintVariables),
    ...(secrets.includes('link-key') && linkVariables),
    ...(settings && settingsVariables(settings)),
    ...(anchors && anchorVariables),
    ...(sendsMail && mailVariables),
    ...(writesExports && exportVariables),
    // What is taken by a condition is optional to the compiler; the declaration says that it is there.
  } as unknown as VariablesOf<J>;
}

type SecretOf<J extends JobDeclaration> = J extends { readonly secrets: readonly (infer Secret)[] } ? Secret : never;

export type TableOf<J extends JobDeclaration> = J['tables'][number]['table'];

export type StartedBy<J extends JobDeclaration> = J extends { readonly starts: readonly (infer Name extends string)[] }
  ? Name
  : never;

export function tablesOf<const J extends JobDeclaration>({ tables }: J): readonly TableOf<J>[] {
  return [...new Set(tables.map(({ table }) => table))];
}

/** The environment variable with a table's name: `CURFEW_TABLE_LEDGER`. */
export function tableVariable(table: TableKey): string {
  return `CURFEW_TABLE_${table.toUpperCase()}`;
}

/** The environment variable with a started job's function ARN: `CURFEW_FUNCTION_ENFORCE`. */
export function functionVariable(job: string): string {
  return `CURFEW_FUNCTION_${job.toUpperCase().replaceAll('-', '_')}`;
}
