import type * as z from 'zod';

import { formatScope } from '../../budgets/scope.ts';
import type { ShareAnswer } from '../../explanation/use-cases/snapshots/share-answers.ts';
import type { OldFigures, ShareSnapshot } from '../../explanation/use-cases/snapshots/share-snapshots.ts';
import { listPools } from '../../pools/use-cases/list-pools.ts';
import type { Installation } from '../../wiring/installation.ts';
import { budgetTeams } from '../access/api/budget-teams.ts';
import type { Caller } from '../access/caller.ts';
import { decideAccess, type Access } from '../access/decide-access.ts';
import { rightsOf, type Right } from '../access/role.ts';
import type { OperationContract } from '../contract/contract.ts';
import { isQuestion, operationRoutes } from '../contract/routes.ts';
import { visibleTo, refuseForeign } from '../records/api/visible-to.ts';
import { shownValue } from '../records/contract/fields/quoted-value.ts';
import { EditRefusedError, StaleRecordError } from '../records/ports.ts';
import { followedStores } from '../records/use-cases/followed-stores.ts';
import { guardedStores } from '../records/use-cases/guarded-stores.ts';
import { randomIds } from '../runtime/random-ids.ts';
import { sha256 } from '../sha256.ts';
import { writeCreditsBy } from '../texts/credits.ts';
import { namedIn, type ApiClient } from './client/api-client.ts';
import { cutPage, type PageInput } from './cut-page.ts';
import { limitTopics } from './limit-operations.ts';
import { knownLookAlikes } from './look-alikes.ts';
import type { Answer, RunStarter, SeenInputs } from './operation.ts';
import { Problem, type FieldProblem } from './problem.ts';
import { knownUsers, snapshotOrder, snapshotPorts } from './snapshot-of.ts';

/** One call of one operation, over HTTP or in process. */
export interface OperationCall {
  readonly id: string;
  readonly caller: Caller;
  /** Parameters and query as texts by name, and `body`. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly seen?: string;
  readonly idempotencyKey?: string;
  /** Shares a snapshot with other calls that came before it was begun. */
  readonly share?: ShareSnapshot;
  /** Called with what is told of older figures, for a page that takes these while newer ones are made. */
  readonly onOld?: ((old: OldFigures) => void) | undefined;
  readonly seenInputs?: SeenInputs;
  /** Shares whole answers with earlier calls. */
  readonly shareAnswer?: ShareAnswer;
}

export interface ApiContext {
  readonly installation: Installation;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly starter?: RunStarter | undefined;
}

/** Does what a caller asks for, if they may. Raises Problem, and what the use case raises that nobody foresaw. */
export async function performOperation(context: ApiContext, call: OperationCall): Promise<Answer<unknown>> {
  const route = operationRoutes.get(call.id);
  if (route === undefined) {
    throw new Problem('not-found', `There is no operation ${shownValue(call.id)}`);
  }
  const topic = limitTopics[route.topic] ?? (await import('./other-operations.ts')).otherTopics[route.topic];
  const [wanted, perform] = [topic?.contract[call.id], topic?.operations[call.id]];
  if (wanted === undefined || perform === undefined) {
    throw new Problem('not-found', `There is no operation ${shownValue(call.id)}`);
  }
  const { caller, seen, idempotencyKey, share, shareAnswer } = call;
  // Read once: a call is by one set of rules from its beginning to its end.
  const settings = context.installation.readSettings();
  const nowMs = context.now();
  const access = await accessTo({ caller, installation: context.installation, nowMs }, route.right);
  if (access.kind === 'refused') {
    throw new Problem('not-allowed', access.reason);
  }
  const input = readInput(wanted, call.given);
  const { onlyTeams } = access;
  // Whoever edits reads what stands when their turn has come.
  const shared = isQuestion(route) ? share : undefined;
  // The impact of an edit is looked at on what the tables hold now.
  const onOld = route.method === 'GET' ? call.onOld : undefined;
  const installation = { ...context.installation, readSettings: () => settings };
  if (onlyTeams !== undefined && route.method !== 'GET') {
    refuseForeign(input, await visibleTo({ installation: context.installation, nowMs, onlyTeams }));
  }
  const followed = followedStores(installation, async () => knownUsers({ installation, nowMs, share: shared, onOld }));
  const work = {
    installation: guardedStores(followed, {
      caller,
      rules: settings,
      onlyTeams,
      leftOf: async (team) => leftOf({ installation: context.installation, nowMs }, team),
    }),
    tables: context.installation,
    caller,
    onlyTeams,
    nowMs,
    starter: context.starter,
    ids: idempotencyKey === undefined ? randomIds : repeatableIds([caller.via, caller.name, call.id, idempotencyKey]),
    seenInputs: call.seenInputs,
    isKeyed: idempotencyKey === undefined ? undefined : (true as const),
    seen,
    share: shared,
    onOld,
    shareAnswer: isQuestion(route) ? shareAnswer : undefined,
  };
  // Which input an operation takes is known to its contract alone.
  const answer = await perform(work, input as never).catch(raiseRefused);
  return wanted.rowKey === undefined ? answer : cutPage(answer, input as PageInput, wanted.rowKey);
}

/** By the roles of the settings first: only for people whom these do not let read everything are budgets looked at. */
async function accessTo(
  work: { readonly caller: Caller; readonly installation: Installation; readonly nowMs: number },
  right: Right,
): Promise<Access> {
  const { roles } = work.installation.readSettings();
  const byLists = decideAccess(work.caller, roles, { right });
  const isWhole = byLists.kind === 'allowed' && byLists.onlyTeams === undefined;
  return isWhole || rightsOf['budget-owner'][right] === undefined
    ? byLists
    : decideAccess(work.caller, roles, { right, budgetTeams: await budgetTeams(work) });
}

/** The API of an installation that this very process has open. */
export function inProcessClient({ caller, ...context }: ApiContext & { readonly caller: Caller }): ApiClient {
  const lookAlikes = knownLookAlikes({
    ...context,
    onError: (error) => {
      throw error;
    },
  });
  return {
    isRunning: context.installation.isRunning,
    read: async (id, given, terms = {}) => {
      writeCreditsBy(context.installation.readSettings(), context.now());
      await lookAlikes();
      return (await performOperation(context, { id, caller, given: namedIn(given), ...terms })) as Answer<never>;
    },
  };
}

/** An edit that its author may not make was refused by the stores, or lost against another one. */
function raiseRefused(error: unknown): never {
  if (error instanceof StaleRecordError) {
    throw new Problem('stale', `${error.message}: it was changed meanwhile; look and try again`);
  }
  throw error instanceof EditRefusedError ? new Problem('not-allowed', error.message) : error;
}

/** What a team has left of its pools, the least of them; in credits, and never under 0. */
async function leftOf(
  work: { readonly installation: Installation; readonly nowMs: number },
  name: string,
): Promise<number> {
  const scope = formatScope({ kind: 'team', name });
  const { pools } = await listPools(snapshotPorts(work), { ...snapshotOrder(work), scope });
  return pools.length === 0 ? 0 : Math.max(0, Math.min(...pools.map(({ left }) => left)));
}

function readInput(
  contract: OperationContract,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { body, ...named } = given;
  const names = new Set(Object.keys(contract.params?.shape ?? {}));
  const part = (isParameter: boolean) =>
    Object.fromEntries(Object.entries(named).filter(([name]) => names.has(name) === isParameter));
  const problems: FieldProblem[] = [];
  const read = (schema: z.ZodType | undefined, value: unknown, under: string): unknown => {
    if (schema === undefined) {
      const strays = typeof value === 'object' && value !== null ? Object.keys(value) : [];
      problems.push(...strays.map((field) => ({ field: shownValue(field), problem: 'is not known here' })));
      return {};
    }
    const parsed = schema.safeParse(value);
    problems.push(...(parsed.error?.issues ?? []).flatMap((issue) => fieldProblems(issue, value, under)));
    return parsed.data;
  };
  const input = {
    ...(read(contract.params, part(true), '') as object),
    ...(read(contract.query, part(false), '') as object),
    body: contract.body === undefined ? undefined : read(contract.body, body, 'body'),
  };
  if (problems.length > 0) {
    const words = problems.slice(0, 5).map(({ field, problem }) => `${field} ${problem}`);
    throw new Problem('invalid-input', words.join('; '), { fields: problems.slice(0, 100) });
  }
  return input;
}

/** A problem for each field that is wrong: names and values of callers are shortened, and steer no terminal. */
function fieldProblems(issue: z.core.$ZodIssue, value: unknown, under: string): readonly FieldProblem[] {
  const path = [...(under === '' ? [] : [under]), ...issue.path.map((step) => shownValue(String(step)))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...path, shownValue(key)].join('.'), problem: 'is not known here' }));
  }
  const wrong = issue.path.reduce<unknown>((at, step) => valueAt(at, step), value);
  const given = wrong === undefined ? 'is missing' : `(${shownValue(wrong)}) is wrong`;
  return [{ field: path.join('.') || 'body', problem: `${given}: ${issue.message}` }];
}

function valueAt(value: unknown, step: PropertyKey): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<PropertyKey, unknown>>)[step]
    : undefined;
}

/** Ids that a repeated call makes again, so that doing it twice does it once. */
function repeatableIds(parts: readonly string[]): { readonly next: () => string } {
  const seed = sha256(JSON.stringify(parts));
  let count = 0;
  return {
    next() {
      count += 1;
      return sha256(`${seed}/${count}`).slice(0, 32);
    },
  };
}
