import type { EnforcementSettings } from '../../enforcement/use-cases/enforcement-settings.ts';
import { grantTerms } from '../../grants/grant.ts';
import { type TopUp, topUpKind } from '../../grants/top-up.ts';
import { grantedEntry, type PreviewPorts, previewTopUp, type TopUpPreview } from '../../grants/use-cases.ts';
import type { AccessRules } from '../../kernel/access/four-eyes.ts';
import { dayOf } from '../../kernel/time/day.ts';
import type { GivenTopUp } from '../ports.ts';
import type { RequestRuleTerms } from '../request-rule.ts';
import type { CreditRequest } from '../request.ts';

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
