import type { JsonObject } from '../json.ts';
import { MODELS } from '../models.ts';
import type { SimUser } from '../organization.ts';
import { randomUuid } from '../random-uuid.ts';
import { type Random, randomOf } from '../random.ts';
import type { Character } from './character.ts';
import { generatedSettings } from './generated-settings.ts';
import { titleOf } from './session-titles.ts';
import { type TokenUsage, usagePerMessage } from './token-usage.ts';

/** The whole course of a session, fixed from its start; how much of it is visible depends on the clock. */
export type SessionPlan = {
  readonly sessionId: string;
  readonly ownerEmail: string;
  readonly character: Character;
  readonly startMs: number;
  readonly durationMs: number;
  readonly messageTotal: number;
  readonly perMessage: TokenUsage;
  /** False for a session that is left open when its last message is said. */
  readonly completes: boolean;
  readonly title?: string;
  readonly computerId?: string;
  /** Settings that do not move with the clock. */
  readonly settings: JsonObject;
  readonly children: readonly SessionPlan[];
};

/** What a plan is drawn for. */
export type PlanOrigin = {
  readonly seed: number;
  /** Names the session within the seed. */
  readonly label: string;
  readonly character: Character;
  readonly startMs: number;
  readonly owner: SimUser;
  readonly computerIds: readonly string[];
  readonly childCount: number;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Course = {
  readonly durationMs: readonly [number, number];
  readonly messages: readonly [number, number];
  readonly creditsPerMessageMedian: number;
};

const courses: Readonly<Record<Character, Course>> = {
  ordinary: { durationMs: [5 * minuteMs, 4 * hourMs], messages: [4, 120], creditsPerMessageMedian: 80 },
  child: { durationMs: [3 * minuteMs, 40 * minuteMs], messages: [3, 40], creditsPerMessageMedian: 60 },
  long: { durationMs: [30 * hourMs, 72 * hourMs], messages: [120, 320], creditsPerMessageMedian: 60 },
  looping: { durationMs: [20 * hourMs, 40 * hourMs], messages: [150, 400], creditsPerMessageMedian: 150 },
  // Four days at least: with one begun every third day there is always one that still burns.
  runaway: { durationMs: [97 * hourMs, 140 * hourMs], messages: [400, 700], creditsPerMessageMedian: 4_000 },
};

/** Draws the course of a session. The same origin gives the same plan. */
export function sessionPlan(origin: PlanOrigin): SessionPlan {
  const { seed, label, character, startMs, owner } = origin;
  const random = randomOf(seed, 'session', label);
  const course = courses[character];
  const durationMs = random.integer(...course.durationMs);
  const model = random.pick(MODELS);
  const credits = course.creditsPerMessageMedian * Math.exp(0.5 * random.normal());
  const title = titleOf(random, character);
  const computerId = random.chance(0.4) && origin.computerIds.length > 0 ? random.pick(origin.computerIds) : undefined;
  return {
    sessionId: randomUuid(random),
    ownerEmail: owner.email,
    character,
    startMs,
    durationMs,
    messageTotal: random.integer(...course.messages),
    perMessage: usagePerMessage(random, credits, model.tier === 'thinking'),
    completes: random.chance(0.8),
    ...(title === undefined ? {} : { title }),
    ...(computerId === undefined ? {} : { computerId }),
    settings: generatedSettings(random, { modelId: model.id, startMs, endMs: startMs + durationMs, character }),
    children: childrenOf(random, origin, durationMs),
  };
}

function childrenOf(random: Random, parent: PlanOrigin, durationMs: number): readonly SessionPlan[] {
  return Array.from({ length: parent.childCount }, (_, index) =>
    sessionPlan({
      ...parent,
      label: `${parent.label}/child-${index}`,
      character: 'child',
      startMs: parent.startMs + Math.round(durationMs * 0.6 * random.float()),
      childCount: 0,
    }),
  );
}
