import { formatScope } from '../../budgets/scope.ts';
import type { CapChange } from '../../journal/cap-entry.ts';
import { neededDocument } from '../../kernel/texts/amounts.ts';
import type { SentLimit } from '../../limits/limit-record.ts';
import { isStopped } from '../../limits/settled-limit.ts';
import { poolDocument, shortPool } from '../../pools/use-cases/pool-document.ts';
import { ownersOf, turnOf, type Explanation } from '../explanation.ts';
import type { LayerFact } from '../layer-fact.ts';

export function explanationDocument(explanation: Explanation, admins: readonly string[]) {
  const { verdict, record, platformWindow, dataThrough } = explanation;
  const binding = verdict.kind === 'limited' ? verdict.binding : undefined;
  const { from, through } = platformWindow;
  return {
    email: explanation.email ?? null,
    userId: explanation.userId,
    name: explanation.name ?? null,
    joinedAt: explanation.joinedAt ?? null,
    leftOn: verdict.kind === 'left' ? (verdict.since ?? null) : null,
    verdict: verdict.kind,
    reason: 'reason' in verdict ? verdict.reason : null,
    limit: verdict.kind === 'limited' ? verdict.limitCredits : null,
    used: explanation.usedCredits,
    usedInEarlierTeams: explanation.earlierTeams.map(({ team, through: lastDay, credits }) => ({
      team: team ?? null,
      through: lastDay,
      used: credits,
    })),
    headroom: verdict.kind === 'limited' ? verdict.headroomCredits : null,
    needed: neededDocument(explanation.needed),
    stopped: stoppedOf(explanation),
    heldPlan: explanation.heldPlan ?? null,
    exposure: explanation.exposureCredits ?? null,
    binding: binding === undefined ? null : { scope: formatScope(binding.budget.scope), window: binding.budget.window },
    heldBy: 'bound' in verdict && verdict.bound !== undefined ? verdict.bound : null,
    layers: explanation.layers.map((layer) => layerDocument(layer, explanation.emails)),
    platformWindow: { from, through, resetsAt: turnInstant(platformWindow) },
    resetsAt: binding?.window === undefined ? null : turnInstant(binding.window),
    status: explanation.status,
    inForce: record?.confirmed === undefined ? null : sentDocument(record.confirmed),
    unsettled: (record?.unsettled ?? []).map(sentDocument),
    failure: record?.failure ?? null,
    canChange: { owners: ownersOf(explanation), admins },
    dataThrough: dataThrough ?? null,
    notKnown: explanation.untrustedDays.map(({ day, known }) => ({
      day,
      why: known?.doubts.map(({ detail }) => detail) ?? ['never read'],
    })),
    changes: explanation.changes.map(capChangeDocument),
  };
}

/** A limit that leaves nothing stops from its sending on; until then the one in force counts. */
function stoppedOf({ verdict, record, usedCredits, heldPlan }: Explanation) {
  if (verdict.kind !== 'limited') {
    return null;
  }
  if (isStopped(record, usedCredits)) {
    return 'now' as const;
  }
  return verdict.headroomCredits > 0 ? null : heldPlan === undefined ? ('next-run' as const) : ('approval' as const);
}

function layerDocument(layer: LayerFact, emails: Explanation['emails']) {
  const { budget, window, usedCredits, headroomCredits, topUpCredits, idleBecause, outlook, share } = layer;
  const { scope, amount, mode, owners } = budget;
  return {
    scope: formatScope(scope),
    window: budget.window,
    from: window?.from ?? null,
    through: window?.through ?? null,
    budgetFrom: budget.from ?? null,
    budgetTo: budget.to ?? null,
    amount: amount.kind === 'unlimited' ? ('unlimited' as const) : amount.credits,
    used: usedCredits ?? null,
    headroom: headroomCredits ?? null,
    mode,
    owners,
    binds: idleBecause === undefined,
    doesNotBindBecause: idleBecause ?? null,
    resetsAt: window === undefined ? null : turnInstant(window),
    topUps: topUpCredits ?? null,
    share:
      share === undefined
        ? null
        : {
            credits: share.headroomCredits,
            target: share.targetCredits,
            reserved: share.reserved?.heldCredits ?? 0,
            asked: share.reserved?.askedCredits ?? 0,
          },
    pool: outlook === undefined ? null : shortPool(poolDocument(outlook, (userId) => emails.get(userId) ?? userId)),
  };
}

function sentDocument({ limitCredits, at, runId }: SentLimit) {
  return { limit: limitCredits, at, run: runId };
}

export function capChangeDocument({ at, runId, outcome, fromCredits, toCredits, reason, budget }: CapChange) {
  return { at, run: runId ?? null, outcome, from: fromCredits ?? null, to: toCredits, reason, budget: budget ?? null };
}

function turnInstant(window: Parameters<typeof turnOf>[0]): string {
  return `${turnOf(window)}T00:00:00Z`;
}
