import type { Operations, OperationWork } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { visibleTo } from '../../kernel/records/api/visible-to.ts';
import { neededDocument } from '../../kernel/texts/amounts.ts';
import { plainText } from '../../kernel/texts/plain-text.ts';
import { requestsContract } from '../contract/requests-contract.ts';
import { requestStatus, type CreditRequest } from '../request.ts';
import { decideCredits } from '../use-cases/decide-credits.ts';
import { listRequests, requestDocument, showRequestImpact } from '../use-cases/list-requests.ts';

const operations: Operations<typeof requestsContract> = {
  async listRequests(work, { at: atMs = work.nowMs, all }) {
    const visible = await visibleTo(work);
    const listed = await listRequests(work.installation, { atMs, all: all === 'true' });
    const rows = listed
      .filter(({ email }) => visible.email(email))
      .map((request) => requestDocument(request, isoOf(atMs)));
    return { document: { rows, next: null } };
  },

  async showRequest(work, { id }) {
    const { installation, nowMs } = work;
    const request = await requestOf(work, id);
    const visible = await visibleTo(work);
    const impact = await showRequestImpact(installation, installation.readSettings(), {
      request,
      atMs: nowMs,
      isSeen: visible.scope,
    });
    const isOpen = requestStatus(request, isoOf(nowMs)) === 'asked';
    return {
      document: {
        ...requestDocument(request, isoOf(nowMs)),
        team: impact.team ?? null,
        givenThisMonth: impact.givenCredits,
        needed: isOpen ? neededDocument(impact.needed) : null,
        ways: isOpen ? impact.ways : [],
      },
    };
  },

  async decideRequest(work, { id, body }) {
    const { installation, caller, nowMs, ids } = work;
    const ports = { ...installation, ids, clock: { now: () => nowMs } };
    await requestOf(work, id);
    const { pools = 'as-budgeted', acceptIdle } = body.verdict === 'approve' ? body : {};
    const order = { id, order: body, pools, acceptIdle, caller };
    const outcome = await decideCredits(ports, installation.readSettings(), order);
    switch (outcome.kind) {
      case 'not-there':
        throw notThere(id);
      case 'refused':
        throw new Problem(
          kinds[outcome.because],
          `The request ${plainText(id)}: ${outcome.problem}${remedyOf(outcome)}`,
        );
      case 'decided':
        return { document: requestDocument(outcome.request, isoOf(nowMs)) };
    }
  },
};

const kinds = {
  decided: 'conflict',
  expired: 'conflict',
  credits: 'invalid-input',
  reason: 'invalid-input',
  'not-allowed': 'not-allowed',
  idle: 'refused',
} as const;

function remedyOf({ because }: { readonly because: keyof typeof kinds }): string {
  return because === 'idle'
    ? '; choose other pools or credits, or approve it all the same (acceptIdle; on the command line --yes)'
    : '';
}

/** Requests for more credits. */
export const requests = { contract: requestsContract, operations };

async function requestOf(work: OperationWork, id: string): Promise<CreditRequest> {
  const request = await work.installation.requests.find(id);
  if (request === undefined || !(await visibleTo(work)).email(request.email)) {
    throw notThere(id);
  }
  return request;
}

function notThere(id: string): Problem {
  return new Problem('not-found', `There is no request "${plainText(id)}"; see "npx curfew requests list"`);
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
