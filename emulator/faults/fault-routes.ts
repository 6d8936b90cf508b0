import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';

import { changeReport, reportChangesOf } from '../api/analytics/usage-view.ts';
import { BadRequestError, parseInput } from '../api/http-error.ts';
import { refuseLimits } from '../api/routes/organization-routes.ts';
import { dayNumberAt, dayOfDate } from '../state/clock.ts';
import { isJsonObject, type Json, type JsonObject } from '../state/json.ts';
import { emailKey } from '../state/members/member.ts';
import {
  acceptThenFailFault,
  emptyFault,
  resetFault,
  slowFault,
  statusFault,
  timeoutFault,
  truncateFault,
} from './answer-faults.ts';
import { rowsOf, withRows } from './answer-rows.ts';
import type { ArmedFaults } from './armed-faults.ts';
import { type Call, faultKind, type FaultKind } from './fault.ts';
import { duplicatePageFault, lostPageFault, repeatCursorFault } from './page-faults.ts';

const MalformedParams = z.object({
  /** Which row, from 0. */
  row: z.int().min(0).default(0),
  /** Only this field; default: all. */
  field: z.string().optional(),
  /** Breaks a value inside the row: the first item of a list (`by_user`), or the object at a path. */
  within: z.string().optional(),
});

/** One row has values of wrong types: numbers become text, others numbers. */
const malformedFault = faultKind('malformed', MalformedParams, ({ row, field, within }) => ({
  change(body) {
    const rows = rowsOf(body);
    const target = rows[row];
    if (target === undefined) {
      return undefined;
    }
    const broken = within === undefined ? brokenRow(target, field) : brokenWithin(target, { within, field });
    return withRows(
      body,
      rows.map((one, index) => (index === row ? broken : one)),
    );
  },
}));

function brokenRow(row: JsonObject, field: string | undefined): JsonObject {
  const broken = Object.entries(row).map(([name, value]) => [
    name,
    field === undefined || field === name ? wrongTypeOf(value) : value,
  ]);
  return Object.fromEntries(broken) as JsonObject;
}

function brokenWithin(row: JsonObject, { within, field }: { within: string; field: string | undefined }): JsonObject {
  const [name = '', ...path] = within.split('.');
  const inner = row[name];
  if (isJsonObject(inner)) {
    const broken = path.length === 0 ? brokenRow(inner, field) : brokenWithin(inner, { within: path.join('.'), field });
    return { ...row, [name]: broken };
  }
  const [first, ...rest] = Array.isArray(inner) ? (inner as readonly Json[]) : [];
  return isJsonObject(first) ? { ...row, [name]: [brokenRow(first, field), ...rest] } : row;
}

function wrongTypeOf(value: unknown): unknown {
  return typeof value === 'number' ? 'not a number' : 42;
}

const EXTRA = { x_added_later: 'text', x_added_object: { nested: [1, 2, 3] } };

const extraFieldsFault = faultKind('extra-fields', z.object({}), () => ({
  change: (body) =>
    withRows(
      { ...body, ...EXTRA },
      rowsOf(body).map((row) => ({ ...row, ...EXTRA })),
    ),
}));

const MissingFieldsParams = z.object({
  fields: z.array(z.string()).min(1).optional(),
});

/** Default: the first of these that the rows have, their identifying field. */
const ESSENTIAL = ['billable_tokens', 'email', 'revision', 'sessionId', 'reportId', 'id', 'date'];

const missingFieldsFault = faultKind('missing-fields', MissingFieldsParams, ({ fields }) => ({
  change(body) {
    if (fields !== undefined) {
      return without(body, new Set(fields)) as JsonObject;
    }
    const rows = rowsOf(body);
    const essential = ESSENTIAL.find((name) => rows.some((row) => name in row));
    return essential === undefined
      ? undefined
      : withRows(
          body,
          rows.map(({ [essential]: _gone, ...row }) => row),
        );
  },
}));

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => without(item, names));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const kept = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, without(inner, names)]));
}

const DayParam = z.string().transform((date, context) => {
  const dayNumber = dayOfDate(date);
  if (dayNumber === undefined) {
    context.addIssue({ code: 'custom', message: 'must be a date YYYY-MM-DD' });
    return z.NEVER;
  }
  return dayNumber;
});

/** Only analytics report days. */
function isAnalytics({ pathname }: Call): boolean {
  return pathname.startsWith('/api/v1/analytics/');
}

const LateDayParams = z.object({
  /** Default: yesterday. */
  date: DayParam.optional(),
  as: z.enum(['absent', 'zero']).default('absent'),
});

const lateDayFault = faultKind('late-day', LateDayParams, ({ date, as }) => ({
  appliesTo: isAnalytics,
  prepare({ request, world }) {
    const day = date ?? dayNumberAt(world.clock.now()) - 1;
    const { absentDays, zeroDays } = reportChangesOf(request);
    changeReport(
      request,
      as === 'absent' ? { absentDays: new Set([...absentDays, day]) } : { zeroDays: new Set([...zeroDays, day]) },
    );
  },
}));

const CREDITS_MAX = 1_000_000_000_000;
const RestateDayParams = z
  .object({
    date: DayParam,
    factor: z.number().min(0).max(1_000).optional(),
    credits: z.int().min(0).max(CREDITS_MAX).optional(),
  })
  .refine(({ factor, credits }) => (factor === undefined) !== (credits === undefined), {
    path: ['factor'],
    message: 'give either factor or credits',
  });

/** A past day's numbers change, equally in every endpoint. Actual consumption and its count against limits stay. */
const restateDayFault = faultKind('restate-day', RestateDayParams, ({ date, factor = 1, credits }) => ({
  appliesTo: isAnalytics,
  prepare({ request }) {
    const restatedDays = new Map(reportChangesOf(request).restatedDays);
    restatedDays.set(date, (totalCredits) => credits ?? totalCredits * factor);
    changeReport(request, { restatedDays });
  },
}));

const PartialErrorsParams = z.object({
  /** Failing users; trimmed and case-insensitive. */
  emails: z.array(z.string()).optional(),
  /** The failing share, evenly spread; default: half. */
  share: z.number().min(0).max(1).optional(),
});

/** Applies a limits PUT to some entries; the others are in `errors` of the 200. */
const partialErrorsFault = faultKind('partial-errors', PartialErrorsParams, ({ emails, share }) => ({
  appliesTo: ({ method, pathname }) => method === 'PUT' && pathname === '/api/v0/organization/usage/limits/users',
  prepare({ request }) {
    const named = new Set(emails?.map(emailKey));
    const failing = share ?? (emails === undefined ? 0.5 : 0);
    refuseLimits(
      request,
      (email, index) => named.has(email) || Math.floor((index + 1) * failing) > Math.floor(index * failing),
    );
  },
}));

export const FAULT_KINDS: ReadonlyMap<string, FaultKind> = new Map(
  [
    statusFault,
    timeoutFault,
    resetFault,
    slowFault,
    truncateFault,
    malformedFault,
    emptyFault,
    repeatCursorFault,
    lostPageFault,
    duplicatePageFault,
    extraFieldsFault,
    missingFieldsFault,
    lateDayFault,
    restateDayFault,
    acceptThenFailFault,
    partialErrorsFault,
  ].map((kind) => [kind.name, kind]),
);

const TIMES_MAX = 1_000_000;
const FaultBody = z.looseObject({
  match: z
    .strictObject({
      method: z.string().min(1).optional(),
      path: z.string().startsWith('/').max(2_000).optional(),
      nth: z.int().min(1).optional(),
    })
    .default({}),
  fault: z.string(),
  times: z.int().min(1).max(TIMES_MAX).default(1),
});

/** POST, GET and DELETE /__sim/faults. POST takes one fault or a list and answers 201 with all armed ones. */
export function faultRoutes(faults: ArmedFaults): FastifyPluginAsync {
  const shown = (): readonly object[] => faults.list().map(({ spec, matched, fired }) => ({ ...spec, matched, fired }));
  return async (app) => {
    app.get('/__sim/faults', shown);
    app.post('/__sim/faults', (request, reply) => {
      const bodies: readonly unknown[] = Array.isArray(request.body) ? request.body : [request.body];
      for (const { spec, action } of bodies.map(readFault)) {
        if (!faults.arm(spec, action)) {
          throw new BadRequestError('fault: too many are armed; DELETE /__sim/faults first');
        }
      }
      return reply.code(201).send(shown());
    });
    app.delete('/__sim/faults', (_request, reply) => {
      faults.clear();
      return reply.code(204).send();
    });
  };
}

/** Parses a fault before any of a list is armed. Throws BadRequestError naming the field. */
function readFault(body: unknown): Pick<ReturnType<ArmedFaults['list']>[number], 'spec' | 'action'> {
  const spec = parseInput(FaultBody, body);
  const kind = FAULT_KINDS.get(spec.fault);
  if (kind === undefined) {
    throw new BadRequestError(`fault: unknown; one of ${[...FAULT_KINDS.keys()].join(', ')}`);
  }
  return { spec, action: kind.arm(spec) };
}
