import * as z from 'zod';

import { parseScope, scopeRemedy } from '../../budgets/scope.ts';
import { isSameStored } from '../../kernel/contract/stored-copy.ts';
import { invariant } from '../../kernel/invariant.ts';
import { daySchema, wholeNumberSchema } from '../../kernel/records/contract/fields/field-schemas.ts';
import { shownValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import { amountForm, flagForm, listForm, noteForm, wordForm } from '../../kernel/records/contract/fields/text-form.ts';
import {
  betweenFields,
  defineRecord,
  describeProblems,
  fault,
  type RecordCodec,
} from '../../kernel/records/contract/record.ts';
import type { TableRow } from '../../kernel/records/contract/versions/stored-record.ts';
import { isDay } from '../../kernel/time/day.ts';
import { emailSchema, notAnEmail } from '../../roster/contract.ts';
import { emailKey } from '../../roster/email.ts';
import { exemptionKind, type ExemptionTerms, type Grant } from '../exemption.ts';
import { grantLimits } from '../grant.ts';
import { topUpKind, type TopUpTerms } from '../top-up.ts';

const emailRemedy = 'give an email';
const creditsRemedy = `give a whole number of credits from 1 to ${grantLimits.creditsMax}`;
const allowedScopes = 'user:EMAIL or team:NAME';
const reasonRemedy = `say why, in at most ${grantLimits.reasonLengthMax} characters`;

const email = z
  .string({ error: fault('is not a text', emailRemedy) })
  .transform(emailKey)
  .pipe(emailSchema(notAnEmail()));

const scope = z.string({ error: fault('is not a text', scopeRemedy('', allowedScopes)) }).transform((text, context) => {
  const parsed = parseScope(text);
  if (parsed?.kind === 'user' || parsed?.kind === 'team') {
    return parsed;
  }
  context.issues.push({
    code: 'custom',
    input: text,
    message: fault('is unknown', scopeRemedy(text, allowedScopes))({ input: text }),
  });
  return z.NEVER;
});

const poolsRemedy = 'give org or team:NAME, separated by ;';

const pools = z
  .array(
    z.string({ error: fault('is not a text', poolsRemedy) }).transform((text, context) => {
      const parsed = parseScope(text);
      if (parsed?.kind === 'org' || parsed?.kind === 'team') {
        return parsed;
      }
      context.issues.push({ code: 'custom', input: text, message: fault('is no pool', poolsRemedy)({ input: text }) });
      return z.NEVER;
    }),
    { error: fault('is not a list', poolsRemedy) },
  )
  .min(1, { error: fault('names no pool', poolsRemedy) })
  .max(grantLimits.raisedPoolsMax, { error: fault('holds too many', poolsRemedy) });

const forRemedy = `give 1 to ${grantLimits.namedMax} emails, separated by ;`;

const emails = z
  .array(email, { error: fault('is not a list', forRemedy) })
  .min(1, { error: fault('names no one', forRemedy) })
  .max(grantLimits.namedMax, { error: fault('holds too many', forRemedy) });

const reasonField = {
  schema: z
    .string({ error: fault('is not a text', reasonRemedy) })
    .trim()
    .min(1, { error: fault('is empty', reasonRemedy) })
    .max(grantLimits.reasonLengthMax, { error: fault('is too long', reasonRemedy) }),
  form: noteForm,
  label: 'Reason',
  help: 'why; they and others will read it',
  cli: { option: 'reason', takes: 'text', isRequired: true },
} as const;

export const topUpRecord: RecordCodec<Pick<TopUpTerms, 'scope'>, TopUpTerms> = defineRecord({
  kind: topUpKind,
  fields: {
    scope: {
      schema: scope,
      form: wordForm,
      label: 'For',
      help: 'an email, or team:NAME',
      cli: { argument: 'who' },
    },
    credits: {
      schema: wholeNumberSchema(1, grantLimits.creditsMax, creditsRemedy),
      form: amountForm,
      label: 'Credits',
      help: 'a whole number of credits, 1 or more, such as 250000, 250k or 66M',
      cli: { argument: 'credits' },
    },
    from: {
      schema: daySchema,
      form: wordForm,
      label: 'From',
      title: 'First day',
      help: 'first day, UTC; today unless given',
      cli: { option: 'from', takes: 'day' },
      hasUsual: true,
    },
    to: {
      schema: daySchema,
      form: wordForm,
      label: 'To',
      title: 'Last day',
      help: 'last day, UTC; the last day of the platform’s window unless given',
      cli: { option: 'to', takes: 'day' },
      hasUsual: true,
    },
    reason: reasonField,
    withinPool: {
      schema: z.boolean({ error: fault('is not a yes or no', 'give true or false') }),
      isOptional: true,
      form: flagForm,
      label: 'Within pool',
      help: 'they come first in their pools, which get no more (a user only)',
      cli: { option: 'within-pool' },
      isMinor: true,
    },
    raises: {
      schema: pools,
      isOptional: true,
      form: listForm,
      label: 'Raises',
      help: 'pools that get as much more, such as "team:core;org"; those that bind when none is named',
      cli: { option: 'raise-pools', takes: 'pools', mayTakeNothing: true },
      isMinor: true,
    },
    takenFrom: {
      schema: email,
      isOptional: true,
      form: wordForm,
      label: 'Taken from',
      help: 'whose share of the pools the credits come out of: a member of the same pools (a user only)',
      cli: { option: 'take-from', takes: 'email' },
      isMinor: true,
    },
    for: {
      schema: emails,
      isOptional: true,
      form: listForm,
      label: 'Reserved for',
      help: 'whom a team’s credits are reserved for, in equal parts',
      cli: { option: 'for', takes: 'emails' },
      isMinor: true,
    },
  },
  appliesTo: {
    withinPool: ({ scope: whose }) => whose?.kind === 'user',
    takenFrom: ({ scope: whose }) => whose?.kind === 'user',
    for: ({ scope: whose }) => whose?.kind === 'team',
  },
  problemsBetween: topUpProblems,
});

function topUpProblems({ scope: whose, from, to, withinPool, raises, takenFrom, ...named }: TopUpTerms) {
  const problems: { readonly field: keyof TopUpTerms; readonly problem: string }[] = [];
  if (isDay(from) && isDay(to) && to < from) {
    problems.push({
      field: 'to',
      problem: fault('is before its first day', `give ${from} or a later day`)({ input: to }),
    });
  }
  if (withinPool === true && raises !== undefined) {
    problems.push({ field: 'withinPool', problem: 'contradicts "raises": pools get more or they do not; give one' });
  }
  if (withinPool === true && whose.kind !== 'user') {
    problems.push({ field: 'withinPool', problem: 'is for one user; name an email, or give "for" with the team' });
  }
  if (takenFrom !== undefined) {
    problems.push(...moveProblems(whose, takenFrom, withinPool === true || raises !== undefined));
  }
  if (named.for !== undefined && whose.kind !== 'team') {
    problems.push({ field: 'for', problem: 'is for top-ups of a team; remove it, or give team:NAME' });
  }
  return problems;
}

function moveProblems(whose: TopUpTerms['scope'], takenFrom: string, isOtherwise: boolean) {
  const field = 'takenFrom' as const;
  if (whose.kind !== 'user') {
    return [{ field, problem: 'is for one user; name an email' }];
  }
  if (whose.email === takenFrom) {
    return [{ field, problem: fault('is also who gets them', 'name two people')({ input: takenFrom }) }];
  }
  return isOtherwise
    ? [{ field, problem: 'contradicts "withinPool" and "raises": the credits come from one person; give one' }]
    : [];
}

/** An exemption: Curfew leaves a user's limit alone through a day. */
export const exemptionRecord: RecordCodec<Pick<ExemptionTerms, 'email'>, ExemptionTerms> = defineRecord({
  kind: exemptionKind,
  fields: {
    email: { schema: email, form: wordForm, label: 'Email', help: 'whose', cli: { argument: 'email' } },
    until: {
      schema: daySchema,
      form: wordForm,
      label: 'Until',
      title: 'Through the day',
      help: 'last day, UTC, such as 2026-03-31',
      cli: { option: 'until', takes: 'day', isRequired: true },
    },
    reason: reasonField,
  },
});

const noted = {
  id: z.string().min(1),
  createdBy: z.string().max(320),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  version: z.int().min(1),
};

const usableBefore = z.record(email, wholeNumberSchema(0, Number.MAX_SAFE_INTEGER, 'give whole credits, 0 or more'));

const storedTopUp = z
  .strictObject({
    kind: z.literal('top-up'),
    ...topUpRecord.shape,
    ...noted,
    usableBefore: usableBefore.optional(),
  })
  .superRefine(betweenFields(topUpRecord));
const storedExemption = z.strictObject({ kind: z.literal('exemption'), ...exemptionRecord.shape, ...noted });

type ReadGrant =
  | { readonly kind: 'grant'; readonly grant: Grant }
  | { readonly kind: 'invalid'; readonly invalid: InvalidGrantRow };

/** An unreadable grant row; kind and id are shortened for messages. */
interface InvalidGrantRow {
  readonly kind: string;
  readonly id: string;
  /** The user's normalized email, where readable. */
  readonly email?: string;
  readonly team?: string;
  readonly problem: string;
}

/** Reads one row of the grants table. Never throws, never guesses. */
export function readStoredGrant(row: TableRow): ReadGrant {
  const read = schemaOf(row['kind']).safeParse(row);
  if (read.success) {
    return { kind: 'grant', grant: read.data };
  }
  const problem = describeProblems(read.error).join('. ');
  const [kind, id] = [shownValue(row['kind']), shownValue(row['id'])];
  const [email, team] = [emailIn(row), teamIn(row)];
  const whose = { ...(email !== undefined && { email }), ...(team !== undefined && { team }) };
  return { kind: 'invalid', invalid: { kind, id, ...whose, problem } };
}

/** The row under a grant's key, for an edit. */
export function foundGrant(row: TableRow | undefined) {
  if (row === undefined) {
    return { kind: 'none' } as const;
  }
  const read = readStoredGrant(row);
  return read.kind === 'grant'
    ? ({ kind: 'record', record: read.grant } as const)
    : ({ kind: 'invalid', problem: read.invalid.problem } as const);
}

/** The table row of a valid grant. */
export function formatStoredGrant(grant: Grant): Record<string, unknown> {
  const row = grant.kind === 'top-up' ? { ...grant, ...topUpRecord.format(grant) } : { ...grant };
  invariant(schemaOf(grant.kind).safeParse(row).success, 'only valid grants are written');
  return row;
}

export function holdsGrant(row: TableRow | undefined, grant: Grant): boolean {
  return isSameStored(row, formatStoredGrant(grant));
}

function schemaOf(kind: unknown): z.ZodType<Grant> {
  return kind === 'exemption' ? storedExemption : storedTopUp;
}

function teamIn(row: TableRow): string | undefined {
  const named = typeof row['scope'] === 'string' ? parseScope(row['scope']) : undefined;
  return named?.kind === 'team' ? named.name : undefined;
}

function emailIn(row: TableRow): string | undefined {
  const named = typeof row['scope'] === 'string' ? parseScope(row['scope']) : undefined;
  if (named?.kind === 'user') {
    return named.email;
  }
  const read = email.safeParse(row['email']);
  return read.success ? read.data : undefined;
}
