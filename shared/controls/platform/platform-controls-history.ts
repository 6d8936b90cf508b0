import * as z from 'zod';

import type { Answer } from '../../kernel/platform/http/call.ts';
import type { Endpoint } from '../../kernel/platform/http/endpoint.ts';
import type { PlatformHttp } from '../../kernel/platform/http/http.ts';
import { raiseAsPortError } from '../../kernel/platform/port-error.ts';
import type { FieldProblem } from '../../kernel/platform/reading/field-problem.ts';
import { describedObject, maybe } from '../../kernel/platform/reading/fields.ts';
import type { QuarantinedRow } from '../../kernel/platform/reading/findings.ts';
import { nextCursorOf, pages, pagination, type Page, type PageSource } from '../../kernel/platform/reading/pages.ts';
import { readRowSet, type RowSet } from '../../kernel/platform/reading/rows.ts';
import { type CallOptions, type PageRequest, pageRequest } from '../../kernel/platform/requests/page-request.ts';
import { strictRequest } from '../../kernel/platform/requests/strict-request.ts';
import { sha256 } from '../../kernel/sha256.ts';
import { redactionVersion, redactSettings } from '../../redaction/redact-settings.ts';
import type { Fingerprint } from '../../redaction/redact-text.ts';
import type { ControlsHistory, UnreadableRow } from '../ports.ts';
import type { Actor, Revision } from '../revision.ts';
import { enterpriseSettings, problemsOfSettings } from './enterprise-settings.ts';

const pageSize = 100;
const revisionDigitsMax = 15;

/** The platform's control history. Secrets are replaced by `fingerprint`, which is requested at the first page. */
export function platformControlsHistory(
  client: { controlsHistory(request: PageRequest): AsyncIterable<ControlsPage> },
  fingerprint: () => Promise<Fingerprint>,
): ControlsHistory {
  async function* eachPage<T>(read: (page: ControlsPage, fingerprint: Fingerprint) => T): AsyncGenerator<T> {
    const fingerprintOf = await fingerprint();
    try {
      for await (const page of client.controlsHistory({ limit: pageSize })) {
        yield read(page, fingerprintOf);
      }
    } catch (error) {
      raiseAsPortError(error);
    }
  }

  return {
    pages: () =>
      eachPage((page, fingerprintOf) => ({
        revisions: page.rows.map((change) => toRevision(change, fingerprintOf)),
        unreadable: page.quarantined.map(toUnreadable),
        mark: markOf(page, fingerprintOf),
      })),
    marks: () => eachPage(markOf),
  };
}

/** Keyed, since it covers secrets. Includes the redaction rules' version, so that new rules cause a new reading. */
function markOf({ served }: ControlsPage, fingerprint: Fingerprint): string {
  return fingerprint(`${redactionVersion} ${sha256(JSON.stringify(served))}`);
}

function toRevision(
  { revision, settings, settingsProblems, user, updatedAt }: ControlsChange,
  fingerprint: Fingerprint,
): Revision {
  return {
    revision,
    settings: redactSettings(settings, fingerprint),
    problems: settingsProblems.map(describeProblem),
    actor: actorOf(user),
    updatedAt,
    redaction: redactionVersion,
  };
}

function actorOf(user: ControlsChange['user']): Actor {
  return {
    id: user?.id,
    email: user?.email,
    name: user?.name,
  };
}

/** A row's id is its `revision`, accepted only as a whole number. */
function toUnreadable({ id, path, ...problem }: QuarantinedRow): UnreadableRow {
  const isNumber = id !== undefined && id.length <= revisionDigitsMax && /^\d+$/u.test(id);
  return { ...(isNumber ? { revision: Number(id) } : {}), problem: `${path} ${describeProblem(problem)}` };
}

function describeProblem({ field, problem }: FieldProblem): string {
  return field === '' ? problem : `${field}: ${problem}`;
}

const endpoint: Endpoint = {
  method: 'GET',
  host: 'base',
  path: '/api/v0/organization/enterprise-controls/history',
  idempotent: true,
};

/** Section "Enterprise control change". A change with malformed settings is still a change, and must be seen. */
const controlsChange = z
  .object({
    revision: z.int(),
    settings: describedObject(enterpriseSettings),
    user: maybe(z.object({ id: maybe(z.string()), email: maybe(z.string()), name: maybe(z.string()) })),
    updatedAt: z.iso.datetime({ offset: true }),
  })
  .transform((row) => ({ ...row, settingsProblems: problemsOfSettings(row.settings) }));

/**
 * One revision of the controls and its author. `settings`: as sent, undocumented fields and secrets included;
 * `settingsProblems`: documented fields of the wrong type.
 */
type ControlsChange = Readonly<z.output<typeof controlsChange>>;

const response = z.object({ changes: z.array(z.unknown()), pagination });

interface ControlsPage extends Page<ControlsChange> {
  /** The rows as served, secrets included. */
  readonly served: readonly unknown[];
}

/**
 * Lists the history of the enterprise controls, page by page (section "GET .../enterprise-controls/history"), in
 * undocumented order: only revision numbers order it.
 */
export function listControlsHistory(
  http: PlatformHttp,
  request: PageRequest = {},
  { signal }: CallOptions = {},
): AsyncGenerator<ControlsPage, void, undefined> {
  const { cursor, ...query } = strictRequest(endpoint, pageRequest, request);
  return listServed(http, { cursor, query, signal });
}

async function* listServed(
  http: PlatformHttp,
  { cursor: first, query, signal }: CallOptions & { readonly cursor: string | undefined; readonly query: PageRequest },
): AsyncGenerator<ControlsPage, void, undefined> {
  let served: Answer<z.output<typeof response>> | undefined;
  const source: PageSource<unknown> = {
    endpoint,
    limits: http.limits,
    cursor: first,
    keyOf: numberIn,
    async fetchPage(cursor) {
      served = await http.request({ endpoint, target: { query: { ...query, cursor } }, schema: response, signal });
      const rowSet = { rows: served.value.changes, quarantined: [], unknownFields: new Map<string, number>() };
      return { rowSet, nextCursor: nextCursorOf(served, served.value.pagination) };
    },
  };
  for await (const page of pages(source)) {
    if (served !== undefined) {
      yield readLate(page, served);
    }
  }
}

/** A row's number as served; rows without one are treated alike. */
function numberIn(row: unknown): string {
  const number: unknown = typeof row === 'object' && row !== null ? Reflect.get(row, 'revision') : undefined;
  return typeof number === 'number' ? String(number) : 'unreadable';
}

function readLate({ rows: items, ...page }: Page<unknown>, answer: Answer<unknown>): ControlsPage {
  let read: RowSet<ControlsChange> | undefined;
  function rowSet(): RowSet<ControlsChange> {
    read ??= readRowSet(answer, { path: 'changes', schema: controlsChange, idField: 'revision', items });
    return read;
  }
  return {
    ...page,
    served: items,
    get rows() {
      return rowSet().rows;
    },
    get quarantined() {
      return rowSet().quarantined;
    },
    get unknownFields() {
      return rowSet().unknownFields;
    },
  };
}
