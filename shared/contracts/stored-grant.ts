import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Grant } from '../domain/budgets/exemption.ts';
import { grantLimits } from '../domain/budgets/grant.ts';
import { formatScope, parseScope } from '../domain/budgets/scope.ts';
import { invariant } from '../domain/invariant.ts';
import { emailKey } from '../domain/roster/email.ts';
import { isDay } from '../domain/time/day.ts';
import { describeRowProblem, told } from './budget-row.ts';
import { shownValue } from './quoted-value.ts';

const emailRemedy = 'give an email of at most 256 characters';
const creditsRemedy = `give a whole number of credits from 1 to ${grantLimits.creditsMax}`;
const scopeRemedy = 'give user:EMAIL or team:NAME';
const dayRemedy = 'give a day as YYYY-MM-DD';
const reasonRemedy = `say why, in at most ${grantLimits.reasonLengthMax} characters`;

const email = z
  .string({ error: told('is not a text', emailRemedy) })
  .transform(emailKey)
  .pipe(z.email({ error: told('is not an email', emailRemedy) }).max(256, { error: told('is too long', emailRemedy) }));

const day = z
  .string({ error: told('is not a text', dayRemedy) })
  .refine(isDay, { error: told('is not a day of the calendar', dayRemedy) });

const scope = z.string({ error: told('is not a text', scopeRemedy) }).transform((text, context) => {
  const parsed = parseScope(text);
  if (parsed?.kind === 'user' || parsed?.kind === 'team') {
    return parsed;
  }
  context.issues.push({ code: 'custom', input: text, message: told('is unknown', scopeRemedy)({ input: text }) });
  return z.NEVER;
});

const reason = z
  .string({ error: told('is not a text', reasonRemedy) })
  .trim()
  .min(1, { error: told('is empty', reasonRemedy) })
  .max(grantLimits.reasonLengthMax, { error: told('is too long', reasonRemedy) });

const topUpFields = {
  scope,
  credits: z
    .int({ error: told('is not a whole number', creditsRemedy) })
    .min(1, { error: told('is under 1', creditsRemedy) })
    .max(grantLimits.creditsMax, { error: told('is too large', creditsRemedy) }),
  from: day,
  to: day,
  reason,
};

const exemptionFields = { email, until: day, reason };

/** A top-up as admins give it; its days stand in order. */
export const TopUpOrder = z.strictObject(topUpFields).superRefine(checkDays);
export type TopUpOrder = z.output<typeof TopUpOrder>;

/** An exemption as admins give it. */
export const ExemptionOrder = z.strictObject(exemptionFields);
export type ExemptionOrder = z.output<typeof ExemptionOrder>;

const record = {
  id: z.string().min(1),
  createdBy: z.string().max(320),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().exactOptional(),
  version: z.int().min(1),
};

const StoredTopUp = z.strictObject({ kind: z.literal('top-up'), ...topUpFields, ...record }).superRefine(checkDays);
const StoredExemption = z.strictObject({ kind: z.literal('exemption'), ...exemptionFields, ...record });
const StoredGrant = z.union([StoredTopUp, StoredExemption]);

/** A row as the table gives it. */
type Row = Readonly<Record<string, unknown>>;

export type ReadGrant =
  | { readonly kind: 'grant'; readonly grant: Grant }
  | { readonly kind: 'invalid'; readonly invalid: InvalidGrantRow };

/** A row that cannot be read as a grant; kind and id as they stand there, cut to what a message may show. */
export interface InvalidGrantRow {
  readonly kind: string;
  readonly id: string;
  /** Whose grant it is, in the matching form, where that much can be read. */
  readonly email?: string;
  /** Whose grant it is instead, where that is a team. */
  readonly team?: string;
  readonly problem: string;
}

/** Reads one row of the grants table. Never throws and never guesses. */
export function readStoredGrant(row: Row): ReadGrant {
  const schema = row['kind'] === 'exemption' ? StoredExemption : StoredTopUp;
  const read = schema.safeParse(row);
  if (read.success) {
    return { kind: 'grant', grant: read.data };
  }
  const [whoseEmail, team] = [emailIn(row), teamIn(row)];
  const problem = describeRowProblem(read.error).join('. ');
  const [kind, id] = [shownValue(row['kind']), shownValue(row['id'])];
  const whose = { ...(whoseEmail !== undefined && { email: whoseEmail }), ...(team !== undefined && { team }) };
  return { kind: 'invalid', invalid: { kind, id, ...whose, problem } };
}

/** The row of the grants table that stands for a grant, which must be sound. */
export function formatStoredGrant(grant: Grant): Record<string, unknown> {
  const row = grant.kind === 'top-up' ? { ...grant, scope: formatScope(grant.scope) } : { ...grant };
  invariant(StoredGrant.safeParse(row).success, 'only sound grants are written');
  return row;
}

/** Tells whether a row holds exactly a grant. */
export function holdsGrant(row: Row | undefined, grant: Grant): boolean {
  return isDeepStrictEqual(row, formatStoredGrant(grant));
}

function teamIn(row: Row): string | undefined {
  const named = typeof row['scope'] === 'string' ? parseScope(row['scope']) : undefined;
  return named?.kind === 'team' ? named.name : undefined;
}

function emailIn(row: Row): string | undefined {
  const named = typeof row['scope'] === 'string' ? parseScope(row['scope']) : undefined;
  if (named?.kind === 'user') {
    return named.email;
  }
  const read = email.safeParse(row['email']);
  return read.success ? read.data : undefined;
}

function checkDays(
  { from, to }: { readonly from: string; readonly to: string },
  context: { readonly issues: z.core.$ZodRawIssue[] },
): void {
  if (to < from) {
    const message = told('is before its first day', `give ${from} or a later day`)({ input: to });
    context.issues.push({ code: 'custom', input: to, path: ['to'], message });
  }
}
