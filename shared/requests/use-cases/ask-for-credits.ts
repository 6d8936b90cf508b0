import type { TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { StaleRecordError, type RecordStore } from '../../kernel/records/ports.ts';
import type { Clock, Ids, LeaseStore } from '../../kernel/runs/ports.ts';
import { underLease } from '../../kernel/runs/use-cases/lease-keeper.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { assignTeams } from '../../teams/assign-teams.ts';
import { decideAsk, type Ask, type AskProblem, type Asking } from '../ask.ts';
import { decideRequest, withdrawRequest } from '../decide-request.ts';
import type { RequestStore } from '../ports.ts';
import { decideAutoApproval, type RequestRuleKey, type RequestRuleTerms } from '../request-rule.ts';
import { requestEntry, requestMonths, type CreditRequest } from '../request.ts';
import { giveCredits, type PoolWay, type RequestSettings } from './give-credits.ts';

export interface AskPorts extends TablePorts {
  readonly requests: RequestStore;
  readonly rules: RecordStore<RequestRuleKey, RequestRuleTerms>;
  readonly leases: LeaseStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** `known`: this link already made this request. `busy`: a concurrent request. `asked`: pending or approved by rule. */
type AskOutcome =
  | { readonly kind: 'asked'; readonly request: CreditRequest }
  | { readonly kind: 'known'; readonly request: CreditRequest }
  | { readonly kind: 'refused'; readonly problems: readonly AskProblem[] }
  | { readonly kind: 'busy' };

/** The request and its author: `id` comes from the link, so that a link makes one request. */
interface AskOrder {
  readonly ask: Ask;
  readonly asking: Omit<Asking, 'at'>;
}

/** Two concurrent requests could both get what a rule gives once a month. */
const lease = { name: 'requests/asking', durationMs: 60_000 };

/** Requests credits. A rule that matches approves at once: request and top-up are written together. */
export async function askForCredits(ports: AskPorts, settings: RequestSettings, order: AskOrder): Promise<AskOutcome> {
  const asked = await underLease(ports, lease, async () => askAlone(ports, settings, order));
  return asked.kind === 'busy' ? { kind: 'busy' } : asked.value;
}

async function askAlone(ports: AskPorts, settings: RequestSettings, { ask, asking }: AskOrder): Promise<AskOutcome> {
  const known = await ports.requests.find(asking.id);
  if (known !== undefined) {
    return { kind: 'known', request: known };
  }
  const atMs = ports.clock.now();
  const recent = await ports.requests.list(requestMonths(dayOf(atMs)));
  const own = recent.filter(({ email }) => email === asking.email);
  const decision = decideAsk(ask, { ...asking, at: new Date(atMs).toISOString() }, own);
  if (decision.kind === 'refused') {
    return decision;
  }
  const approved = await approvedByRule(ports, settings, { request: decision.request, recent });
  const { request, given } =
    approved === undefined
      ? { request: decision.request }
      : await giveCredits(ports, approved.request, {
          settings,
          atMs,
          pools: approved.pools,
          ruleSetBy: approved.ruleSetBy,
        });
  await ports.requests.put(request, requestEntry(request, ports.ids.next()), given);
  return { kind: 'asked', request };
}

async function approvedByRule(
  ports: AskPorts,
  { fourEyes }: RequestSettings,
  { request, recent }: { readonly request: CreditRequest; readonly recent: readonly CreditRequest[] },
): Promise<{ readonly request: CreditRequest; readonly pools: PoolWay; readonly ruleSetBy: string } | undefined> {
  const { records: rules } = await ports.rules.list();
  if (rules.length === 0) {
    return undefined;
  }
  const team = await teamOfUser(ports, request.userId);
  const approval = decideAutoApproval(rules, { request, given: recent, fourEyes, team });
  if (approval.kind === 'ask') {
    return undefined;
  }
  const { name, pools, updatedBy: ruleSetBy } = approval.rule;
  const by = { name: `rule ${name}`, at: request.askedAt };
  const outcome = decideRequest(request, { verdict: 'approve' }, by);
  return outcome.kind === 'refused' || outcome.request.decision === undefined
    ? undefined
    : {
        pools,
        ruleSetBy,
        request: { ...outcome.request, decision: { ...outcome.request.decision, rule: name }, version: 1 },
      };
}

/** The roster team of a user; undefined for none. */
export async function teamOfUser({ teams, users }: TablePorts, userId: string): Promise<string | undefined> {
  return assignTeams(await users.list(), (await teams.list()).teams).teamOf.get(userId);
}

/** Withdraws a request for its author; undefined when it is decided or over. */
export async function withdrawCreditRequest(
  { requests, clock, ids }: { readonly requests: RequestStore; readonly clock: Clock; readonly ids: Ids },
  request: CreditRequest,
): Promise<CreditRequest | undefined> {
  const withdrawn = withdrawRequest(request, new Date(clock.now()).toISOString());
  if (withdrawn === undefined) {
    return undefined;
  }
  try {
    await requests.put(withdrawn, requestEntry(withdrawn, ids.next()));
    return withdrawn;
  } catch (error) {
    if (error instanceof StaleRecordError) {
      return undefined;
    }
    throw error;
  }
}
