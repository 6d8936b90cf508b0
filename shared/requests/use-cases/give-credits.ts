import type { EnforcementSettings } from '../../enforcement/enforcement-settings.ts';
import type { TablePorts } from '../../enforcement/use-cases/collect/collect-tables.ts';
import { describeOwnShortfall } from '../../explanation/describe-gains.ts';
import { grantTerms } from '../../grants/grant.ts';
import { type TopUp, topUpKind } from '../../grants/top-up.ts';
import { grantedEntry, previewTopUp, type TopUpPreview } from '../../grants/use-cases.ts';
import type { AccessRules } from '../../kernel/access/four-eyes.ts';
import { dayOf } from '../../kernel/time/day.ts';
import type { GivenTopUp } from '../ports.ts';
import type { RequestRuleTerms } from '../request-rule.ts';
import type { CreditRequest, GivenEffect } from '../request.ts';

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
  ports: TablePorts,
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

/**
 * A decided request, with what its approval gives, and the top-up with its journal entry. The top-up has the
 * request's id, so it is made once. `isIdle`: it gives no one anything, now or later, by the rule of `topup add`.
 */
export async function giveCredits(
  ports: TablePorts,
  request: CreditRequest,
  order: GiveOrder,
): Promise<{ readonly request: CreditRequest; readonly given?: GivenTopUp; readonly isIdle?: boolean }> {
  const { decision } = request;
  if (decision?.topUpId === undefined || decision.credits === undefined) {
    return { request };
  }
  const preview = await previewRequest(ports, request, { ...order, credits: decision.credits });
  const { terms, usableBefore, isIdle = false } = preview.ordered;
  const effect = effectOf(preview);
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
  return {
    request: effect === undefined ? request : { ...request, decision: { ...decision, effect } },
    isIdle,
    given: { topUp, entry: ruleSetBy === undefined ? entry : { ...entry, detail: { ...entry.detail, ruleSetBy } } },
  };
}

/** What the ordered way gives its person; undefined where all of it can be used now. */
function effectOf({ ordered, laterMs }: TopUpPreview): GivenEffect | undefined {
  const [gain] = ordered.gains;
  const because = gain === undefined ? '' : describeOwnShortfall(gain);
  if (gain === undefined || because === '') {
    return undefined;
  }
  const { nowCredits, laterCredits } = gain;
  const later = laterCredits === undefined ? {} : { later: { credits: laterCredits, from: dayOf(laterMs) } };
  return { nowCredits, ...later, because };
}
