import { firstWhere } from '../../clock.ts';
import type { Json } from '../../json.ts';
import type { Member } from '../../members/member.ts';
import { randomUuid, type Random, randomOf } from '../../random.ts';
import type { CreditMeter, Stretch } from '../credit-meter.ts';

/** A session's kind of course. `pending`: planted, created and never started. */
export const characters = ['ordinary', 'runaway', 'long', 'looping', 'child', 'pending'] as const;
export type Character = (typeof characters)[number];

/** Posted facts of a planted session; the rest is generated. */
interface PlantedFacts {
  readonly title?: string | undefined;
  readonly model?: string | undefined;
  readonly computerId?: string | undefined;
  readonly messages?: number | undefined;
  readonly tags?: readonly Json[] | undefined;
}

export interface SessionPlan {
  readonly sessionId: string;
  readonly label: string;
  readonly character: Character;
  readonly owner: Member;
  /** Set for a planted session and its children, which consume on top of the owner's demand. */
  readonly plantedId?: string | undefined;
  readonly planted?: PlantedFacts | undefined;
  readonly stretch: Stretch;
  /** The posted creation (Unix ms); otherwise created with its first credit. */
  readonly createdMs?: number | undefined;
  readonly children: readonly SessionPlan[];
  /** Credits shown, children included, until a minute since 1970. */
  inclusiveBy(minute: number): number;
}

export interface PlanContext {
  readonly seed: number;
  readonly meter: CreditMeter;
  /** The minute since 1970 when a session was archived, and so stopped; `Infinity` for most. */
  stopOf(sessionId: string): number;
}

export interface PlanOrigin extends Pick<
  SessionPlan,
  'label' | 'character' | 'owner' | 'stretch' | 'plantedId' | 'planted' | 'createdMs'
> {
  readonly childCount: number;
}

/** Generates a session with its children. Deterministic. */
export function sessionPlan(context: PlanContext, origin: PlanOrigin): SessionPlan {
  const { childCount, ...facts } = origin;
  const { from, until } = origin.stretch;
  const sessionId = origin.plantedId ?? idOf(context, origin.label);
  const plan = {
    ...facts,
    sessionId,
    inclusiveBy: (minute: number): number =>
      context.meter.shown(origin, { from, until: Math.min(minute, until, context.stopOf(sessionId)) }),
  };
  const random = randomOf(context.seed, 'session-children', origin.label);
  return { ...plan, children: childrenOf(context, { ...plan, children: [] }, { random, count: childCount }) };
}

/** The session in which an archived one's owner continues. */
export function successorOf(context: PlanContext, plan: SessionPlan): SessionPlan {
  const { owner, stretch } = plan;
  return sessionPlan(context, {
    label: `${plan.label}/next`,
    character: 'ordinary',
    owner,
    stretch: { from: context.stopOf(plan.sessionId), until: stretch.until },
    childCount: 0,
  });
}

/** A session's credits without its children's. */
export function ownBy(plan: SessionPlan, minute: number): number {
  return plan.children.reduce((credits, child) => credits - child.inclusiveBy(minute), plan.inclusiveBy(minute));
}

/** The first minute since 1970 by whose end a session has this many credits; undefined for none. */
export function minuteReaching(
  plan: SessionPlan,
  credits: number,
  untilMinute = plan.stretch.until,
): number | undefined {
  const { from } = plan.stretch;
  if (plan.inclusiveBy(from + 1) >= credits) {
    return from + 1;
  }
  if (plan.inclusiveBy(untilMinute) < credits) {
    return undefined;
  }
  return firstWhere(from + 1, untilMinute, (minute) => plan.inclusiveBy(minute) >= credits);
}

const shareMin = 0.2;
const shareMax = 0.45;

/**
 * Children run in sequence, each for a share of its parent's use meanwhile, so that a credit belongs to one session.
 * The first of several has its own child.
 */
function childrenOf(
  context: PlanContext,
  parent: SessionPlan,
  { random, count }: { readonly random: Random; readonly count: number },
): readonly SessionPlan[] {
  const { from, until } = parent.stretch;
  const slot = Math.floor((until - from) / Math.max(1, count));
  return Array.from({ length: count }, (_, index) => {
    const start = from + slot * index + Math.floor(slot * 0.3 * random.float());
    const stretch = { from: start, until: start + Math.max(1, Math.floor(slot * (0.4 + 0.3 * random.float()))) };
    const share = shareMin + (shareMax - shareMin) * random.float();
    const child = childPlan(context, parent, { label: `${parent.label}/child-${index}`, stretch, share });
    const isParent = count > 1 && index === 0;
    return isParent ? { ...child, children: childrenOf(context, child, { random, count: 1 }) } : child;
  });
}

function childPlan(
  context: PlanContext,
  parent: SessionPlan,
  { label, stretch, share }: { readonly label: string; readonly stretch: Stretch; readonly share: number },
): SessionPlan {
  const sessionId = idOf(context, label);
  return {
    sessionId,
    label,
    character: 'child',
    owner: parent.owner,
    plantedId: parent.plantedId,
    stretch,
    children: [],
    inclusiveBy(minute) {
      const until = Math.min(minute, stretch.until, context.stopOf(sessionId));
      return until <= stretch.from
        ? 0
        : Math.floor(share * (parent.inclusiveBy(until) - parent.inclusiveBy(stretch.from)));
    },
  };
}

function idOf({ seed }: PlanContext, label: string): string {
  return randomUuid(randomOf(seed, 'session', label));
}
