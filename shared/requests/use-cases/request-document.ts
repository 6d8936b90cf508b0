import { requestStatus, type CreditRequest } from '../request.ts';

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
  };
}
