import type { AccessRules } from '../../domain/access/four-eyes.ts';
import { grantTerms } from '../../domain/budgets/grant.ts';
import { type TopUp, topUpKind } from '../../domain/budgets/top-up.ts';
import type { RequestRuleTerms } from '../../domain/requests/request-rule.ts';
import type { CreditRequest } from '../../domain/requests/request.ts';
import { dayOf } from '../../domain/time/day.ts';
import { grantedEntry } from '../edits/edit-grants.ts';
import type { EnforcementSettings } from '../enforcement/enforcement-settings.ts';
import { previewTopUp, type PreviewPorts, type TopUpPreview } from '../queries/credits/preview-top-up.ts';
import type { GivenTopUp } from './ports.ts';

/** Pools of a request: as for an ordinary top-up, with priority in them, or with larger pools. */
export type PoolWay = RequestRuleTerms['pools'];

/** The settings for requests; `contracts/settings/settings.ts` documents them. */
export interface RequestSettings extends EnforcementSettings, AccessRules {}

interface GiveOrder {
  readonly settings: EnforcementSettings;
  readonly atMs: number;
  readonly pools: PoolWay;
  /** The credits to give; default: those requested. */
  readonly credits?: number;
  /** The last editor of the approving rule, who answers for the top-up. */
  readonly ruleSetBy?: string;
}

/** What a request would give, by the division of the following run. Changes nothing. */
export async function previewRequest(
  ports: PreviewPorts,
  { id, email, credits: asked, until, reason }: CreditRequest,
  { settings, atMs, pools, credits = asked }: GiveOrder,
): Promise<TopUpPreview> {
  const terms = {
    scope: { kind: 'user', email },
    credits,
    from: dayOf(atMs),
    to: until,
    reason: `Request ${id}: ${reason}`,
    ...(pools === 'within' && { withinPool: true }),
  } as const;
  return previewTopUp(ports, { settings, atMs, terms, raisesBinding: pools === 'raise' });
}

/** The top-up of an approved request, with its journal entry. It has the request's id, so it is made once. */
export async function topUpFor(
  ports: PreviewPorts,
  request: CreditRequest,
  order: GiveOrder,
): Promise<GivenTopUp | undefined> {
  const { decision } = request;
  if (decision?.topUpId === undefined || decision.credits === undefined) {
    return undefined;
  }
  const preview = await previewRequest(ports, request, { ...order, credits: decision.credits });
  const { terms, usableBefore } = preview.ordered;
  const topUp: TopUp = {
    ...terms,
    kind: 'top-up',
    ...(Object.keys(usableBefore).length > 0 && { usableBefore }),
    id: decision.topUpId,
    createdBy: decision.by,
    createdAt: decision.at,
    version: 1,
  };
  const author = { name: decision.by, at: decision.at };
  const entry = grantedEntry(topUpKind, topUp, { terms: grantTerms(topUp), author });
  const { ruleSetBy } = order;
  return { topUp, entry: ruleSetBy === undefined ? entry : { ...entry, detail: { ...entry.detail, ruleSetBy } } };
}
