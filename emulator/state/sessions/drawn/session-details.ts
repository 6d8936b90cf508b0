import type { JsonObject } from '../../json.ts';
import { type Random, randomOf } from '../../random.ts';
import { MODELS, modelOf } from '../../usage/habits.ts';
import { type TokenRatios, tokenRatios } from '../token-usage.ts';
import type { Character, SessionPlan } from './session-plan.ts';

export interface SessionDetails {
  readonly title?: string | undefined;
  readonly computerId?: string | undefined;
  readonly creditsPerMessage: number;
  /** From this message on (from 0) a looping session's tools fail; `Infinity` for others. */
  readonly errorsFrom: number;
  readonly ratios: TokenRatios;
  /** False: left open at its end. */
  readonly completes: boolean;
  readonly settings: JsonObject;
}

interface DetailSources {
  readonly seed: number;
  /** The only model named by the day's posted demand. */
  modelPosted(plan: SessionPlan): string | undefined;
  computerOf(plan: SessionPlan): string | undefined;
  readonly completion: number;
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
    // The first message is the question, which is free.
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

const dayMs = 86_400_000;
const toolIds = ['read-file', 'edit-file', 'run-command', 'web-search', 'browser', 'issue-tracker'] as const;

/** Initial settings (platform-api.md, "Session settings"); clock-dependent ones are added later. */
function generatedSettings(
  random: Random,
  facts: { readonly modelId: string; readonly startMs: number; readonly endMs: number; readonly character: Character },
): JsonObject {
  const archived = facts.character === 'ordinary' && random.chance(0.1);
  return {
    model: facts.modelId,
    ...when(random.chance(0.5), { specModeModel: 'atlas-5-thinking' }),
    runInWorktree: random.chance(0.6),
    ...when(random.chance(0.3), { providerLockTimestamp: new Date(facts.startMs + 30_000).toISOString() }),
    ...when(archived, { archivedAt: new Date(facts.endMs + dayMs).toISOString() }),
    ...when(random.chance(0.4), { tags: tagsOf(random) }),
    ...when(random.chance(0.3), { enabledToolIds: toolIds.filter(() => random.chance(0.7)) }),
    ...when(random.chance(0.2), { disabledToolIds: toolIds.filter(() => random.chance(0.2)) }),
    // Compaction would have stopped runaways, so it is off.
    ...when(facts.character === 'runaway' || random.chance(0.7), {
      compactionThresholdCheckEnabled: facts.character !== 'runaway',
    }),
  };
}

function tagsOf(random: Random): readonly JsonObject[] {
  const ticket = { name: 'ticket', metadata: { key: `OPS-${random.integer(100, 9_999)}`, open: random.chance(0.5) } };
  const team = { name: 'team', metadata: { name: random.pick(['payments', 'search', 'platform']), lead: {} } };
  return random.chance(0.4) ? [ticket, team] : [random.pick([ticket, team])];
}

function when(condition: boolean, fields: JsonObject): JsonObject {
  return condition ? fields : {};
}

const plainTitles = [
  'Fix flaky checkout test',
  'Migrate billing tables to UTC',
  'Upgrade the build to the next major',
  'Explain the retry budget',
  'Write the release notes',
  'Add paging to the audit export',
  'Profile the import job',
] as const;

// Titles as people and pasted text produce them; every display must survive them. Control and bidi characters are
// escaped, since editors hide them.
const oddTitles = [
  '<script>alert("title")</script>',
  '=HYPERLINK("https://example.org","open")',
  'Größe & Maße – 測試 🚀',
  'report\u202Efdp.exe',
  'first line\r\nBcc: someone@example.org',
  '  spaces around\t',
  `${'very long '.repeat(60)}title`,
  '"quoted", \'quoted\' and `quoted`; DROP TABLE sessions --',
  '',
] as const;

function titleOf(random: Random, character: Character): string | undefined {
  if (random.chance(0.1)) {
    return undefined;
  }
  if (random.chance(0.12)) {
    return random.pick(oddTitles);
  }
  const suffix = character === 'ordinary' ? '' : ` (${random.pick(['again', 'until it works', 'part 2'])})`;
  return `${random.pick(plainTitles)}${suffix}`;
}
