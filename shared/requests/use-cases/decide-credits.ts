import type { ChannelTerms } from '../../channels/channel.ts';
import type { TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { StaleRecordError } from '../../kernel/records/ports.ts';
import type { Clock, Ids } from '../../kernel/runs/ports.ts';
import { decideByChannel, decideDeciding } from '../approvers.ts';
import { decideRequest, type RefusedDecision, type RequestOrder } from '../decide-request.ts';
import type { RequestStore } from '../ports.ts';
import { requestEntry, type CreditRequest } from '../request.ts';
import { teamOfUser } from './ask-for-credits.ts';
import { giveCredits, type PoolWay, type RequestSettings } from './give-credits.ts';

export interface DecideCreditsPorts extends TablePorts {
  readonly requests: RequestStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

type DecideCreditsOutcome =
  | { readonly kind: 'decided'; readonly request: CreditRequest }
  | { readonly kind: 'not-there' }
  /** `not-allowed`: by role, or on one's own request. `idle`: it gives nothing, and no one has agreed to that. */
  | { readonly kind: 'refused'; readonly because: RefusedDecision | 'not-allowed' | 'idle'; readonly problem: string };

/**
 * Decides a request. An approval writes the request, its top-up and the journal in one transaction, so that it is never
 * given twice; the table's change starts the run that raises the limit.
 */
export async function decideCredits(
  ports: DecideCreditsPorts,
  settings: RequestSettings,
  {
    id,
    order,
    pools,
    acceptIdle = false,
    caller,
    channel,
  }: {
    readonly id: string;
    readonly order: RequestOrder;
    /** For an approval. */
    readonly pools: PoolWay;
    /** An approval is made also where it gives nothing, now or later. */
    readonly acceptIdle?: boolean | undefined;
    readonly caller: Caller;
    /** Of a link in a message to it; then the caller is any of its readers. */
    readonly channel?: ChannelTerms | undefined;
  },
): Promise<DecideCreditsOutcome> {
  const request = await ports.requests.find(id);
  if (request === undefined) {
    return { kind: 'not-there' };
  }
  const team = await teamOfUser(ports, request.userId);
  const about = { request, pools, team };
  const access =
    channel === undefined ? decideDeciding(caller, settings, about) : decideByChannel(channel, settings, about);
  if (access.kind === 'refused') {
    return { kind: 'refused', because: 'not-allowed', problem: access.reason };
  }
  const atMs = ports.clock.now();
  const outcome = decideRequest(request, order, { name: caller.name, at: new Date(atMs).toISOString() });
  if (outcome.kind === 'refused') {
    return outcome;
  }
  const { request: decided, given, isIdle } = await giveCredits(ports, outcome.request, { settings, atMs, pools });
  if (isIdle === true && !acceptIdle) {
    return { kind: 'refused', because: 'idle', problem: 'it would give nothing, now or later' };
  }
  try {
    await ports.requests.put(decided, requestEntry(decided, ports.ids.next()), given);
    return { kind: 'decided', request: decided };
  } catch (error) {
    if (error instanceof StaleRecordError) {
      return { kind: 'refused', because: 'decided', problem: 'it was decided at this moment; look again' };
    }
    throw error;
  }
}
