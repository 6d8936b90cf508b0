import type { JsonObject } from '../../json.ts';
import { MODELS, modelOf } from '../../usage/models.ts';
import { type Random, randomOf } from '../../random.ts';
import type { Character } from './character.ts';
import { generatedSettings } from './generated-settings.ts';
import { titleOf } from './session-titles.ts';
import type { SessionPlan } from './session-plan.ts';
import { type TokenRatios, tokenRatios } from '../token-usage.ts';

/** All that a session shows besides its course; drawn when it is looked at. */
export interface SessionDetails {
  readonly title?: string | undefined;
  readonly computerId?: string | undefined;
  /** Credits from one message to the next. */
  readonly creditsPerMessage: number;
  /** From this message on, counted from 0, the tools of a looping session fail; `Infinity` in others. */
  readonly errorsFrom: number;
  readonly ratios: TokenRatios;
  /** False for a session that is left open at its end. */
  readonly completes: boolean;
  /** Settings that do not move with the clock. */
  readonly settings: JsonObject;
}

/** What details rest on besides the plan. */
interface DetailSources {
  readonly seed: number;
  /** The one model that posted demand of the session's day names. */
  modelPosted(plan: SessionPlan): string | undefined;
  computerOf(plan: SessionPlan): string | undefined;
  /** How likely a session is completed at its end. */
  readonly completion: number;
  /** Credits that the session shows if all it wants is granted. */
  creditsExpected(plan: SessionPlan): number;
}

const minuteMs = 60_000;

const messagesOf: Readonly<Record<Character, readonly [number, number]>> = {
  ordinary: [4, 120],
  child: [3, 40],
  long: [120, 320],
  looping: [150, 400],
  runaway: [400, 700],
  pending: [1, 1],
};
const creditsPerMessageMin = 0.05;

/** Draws the details of sessions, each once. */
export function detailsSource(sources: DetailSources): (plan: SessionPlan) => SessionDetails {
  const drawn = new WeakMap<SessionPlan, SessionDetails>();
  return (plan) => {
    const details = drawn.get(plan) ?? drawnDetails(sources, plan);
    drawn.set(plan, details);
    return details;
  };
}

function drawnDetails(sources: DetailSources, plan: SessionPlan): SessionDetails {
  const { character, planted, stretch } = plan;
  const random = randomOf(sources.seed, 'session-details', plan.label);
  const modelId = planted?.model ?? sources.modelPosted(plan) ?? drawnModel(random, plan);
  const messages = planted?.messages ?? random.integer(...messagesOf[character]);
  const expected = sources.creditsExpected(plan);
  return {
    title: planted?.title ?? titleOf(random, character),
    computerId: planted?.computerId ?? sources.computerOf(plan),
    // The first message is the question, which costs nothing.
    creditsPerMessage: Math.max(creditsPerMessageMin, expected / Math.max(1, messages - 1)),
    errorsFrom: character === 'looping' ? Math.ceil(messages / 3) : Infinity,
    ratios: tokenRatios(random, modelOf(modelId).tier === 'thinking'),
    completes: random.chance(sources.completion),
    settings: {
      ...generatedSettings(random, {
        modelId,
        startMs: stretch.from * minuteMs,
        endMs: stretch.until * minuteMs,
        character,
      }),
      ...(planted?.tags === undefined ? {} : { tags: planted.tags }),
    },
  };
}

function drawnModel(random: Random, { owner }: SessionPlan): string {
  const weights = owner.habits.modelWeights;
  let draw = random.float() * weights.reduce((sum, { weight }) => sum + weight, 0);
  return (weights.find(({ weight }) => (draw -= weight) < 0) ?? { modelId: random.pick(MODELS).id }).modelId;
}
