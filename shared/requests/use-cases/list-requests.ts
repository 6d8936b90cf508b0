import { formatScope } from '../../budgets/scope.ts';
import type { TopUpWay } from '../../caps/top-up-ways.ts';
import type { TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { describeCovers, describeGains } from '../../explanation/describe-gains.ts';
import { type TopUpPreview, visiblePreview } from '../../grants/use-cases.ts';
import { dayOf } from '../../kernel/time/day.ts';
import { describeEffect } from '../describe-request.ts';
import type { RequestStore } from '../ports.ts';
import type { RequestImpact, RequestWay } from '../request-mails.ts';
import { type CreditRequest, requestMonths, requestStatus } from '../request.ts';
import { teamOfUser } from './ask-for-credits.ts';
import { type PoolWay, previewRequest, type RequestSettings } from './give-credits.ts';

/** Requests of this month and the previous one, newest first; only open ones unless all are wanted. */
export async function listRequests(
  { requests }: { readonly requests: RequestStore },
  { atMs, all }: { readonly atMs: number; readonly all: boolean },
): Promise<readonly CreditRequest[]> {
  const at = new Date(atMs).toISOString();
  const listed = await requests.list(requestMonths(dayOf(atMs)));
  return listed
    .filter((request) => all || requestStatus(request, at) === 'asked')
    .toSorted((a, b) => (a.askedAt < b.askedAt ? 1 : -1));
}

export interface ImpactPorts extends TablePorts {
  readonly requests: RequestStore;
}

/** The effect of a request, way by way. Changes nothing. */
export async function showRequestImpact(
  ports: ImpactPorts,
  settings: RequestSettings,
  {
    request,
    atMs,
    isSeen = () => true,
  }: {
    readonly request: CreditRequest;
    readonly atMs: number;
    /** Whether the reader may see a pool: `org`, `team:NAME`. */
    readonly isSeen?: (scope: string) => boolean;
  },
): Promise<RequestImpact> {
  const preview = await previewRequest(ports, request, { settings, atMs, pools: 'as-budgeted' });
  const visible = visiblePreview(preview, isSeen);
  const ways = waysOf(visible);
  const team = await teamOfUser(ports, request.userId);
  const month = new Date(atMs).toISOString().slice(0, 7);
  const given = (await ports.requests.list(requestMonths(dayOf(atMs)))).filter(
    ({ email, decision }) =>
      email === request.email && decision?.credits !== undefined && decision.at.startsWith(month),
  );
  return {
    ways,
    lines: ways.flatMap(({ label, lines }) => lines.map((line) => (ways.length > 1 ? `${label}: ${line}` : line))),
    needed: visible.needed,
    givenCredits: given.reduce((sum, { decision }) => sum + (decision?.credits ?? 0), 0),
    givenCount: given.length,
    team,
  };
}

function waysOf({ ordered, withinPool, raisePools, laterMs }: TopUpPreview): readonly RequestWay[] {
  const wayOf = (pools: PoolWay, label: string, way: TopUpWay | undefined): readonly RequestWay[] =>
    way === undefined
      ? []
      : [
          {
            pools,
            label,
            nowCredits: way.gains.reduce((sum, { nowCredits }) => sum + nowCredits, 0),
            isIdle: way.isIdle === true,
            lines: [...describeGains(way.gains, laterMs), ...firstLines(way)],
          },
        ];
  const raised = (raisePools?.terms.raises ?? []).map(formatScope).join(' and ');
  return [
    ...wayOf('as-budgeted', 'As the budgets are', ordered),
    ...wayOf('within', 'Reserved within the pool, which gets no more', withinPool),
    ...wayOf('raise', `With as much more for ${raised}`, raisePools),
  ];
}

/** What has to be covered before an approval gives anything, as the plan has tried it. */
function firstLines({ wayOut }: TopUpWay): readonly string[] {
  return wayOut === undefined || wayOut.covers.length === 0
    ? []
    : [
        ...describeCovers(wayOut),
        wayOut.terms.raises === undefined ? 'Then approve it.' : 'Then approve it with larger pools.',
      ];
}

export function requestDocument(request: CreditRequest, at: string) {
  const { id, email, credits, until, reason, askedAt, about, decision } = request;
  return {
    id,
    email,
    credits,
    until,
    reason,
    status: requestStatus(request, at),
    askedAt,
    about: about === undefined ? null : { ...about, scope: about.scope ?? null },
    decidedBy: decision?.by ?? null,
    decidedAt: decision?.at ?? null,
    because: decision?.reason ?? null,
    given: decision?.credits ?? null,
    topUp: decision?.topUpId ?? null,
    effect: describeEffect(request, at) ?? null,
  };
}
