import { type Random, randomOf } from '../random.ts';

export type ModelTier = 'standard' | 'thinking';

export interface Model {
  readonly id: string;
  readonly tier: ModelTier;
}

/** The document names tiers, but no model. */
export const MODELS: readonly Model[] = [
  { id: 'atlas-5', tier: 'standard' },
  { id: 'atlas-5-thinking', tier: 'thinking' },
  { id: 'borealis-2', tier: 'standard' },
  { id: 'borealis-2-thinking', tier: 'thinking' },
  { id: 'cirrus-mini', tier: 'standard' },
];

/** Unlisted ids (posted demand may name any) count as thinking models by their id. */
export function modelOf(id: string): Model {
  return MODELS.find((model) => model.id === id) ?? { id, tier: id.includes('thinking') ? 'thinking' : 'standard' };
}

export const CLIENTS = ['terminal-ui', 'web', 'non-interactive-cli'] as const;
export type Client = (typeof CLIENTS)[number];

export const DELEGATION_LEVELS = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual'] as const;
export type DelegationLevel = (typeof DELEGATION_LEVELS)[number];

const LANGUAGES = ['TypeScript', 'Python', 'Go', 'Rust', 'Java', 'Ruby', 'SQL', 'Markdown'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Habits {
  readonly dailyCredits: number;
  readonly weekdayChance: number;
  readonly weekendChance: number;
  readonly creditsPerTurn: number;
  /** Tool calls per user turn. */
  readonly autonomy: number;
  readonly modelWeights: readonly { readonly modelId: string; readonly weight: number }[];
  readonly clientChances: Readonly<Record<Client, number>>;
  readonly delegation: DelegationLevel;
  readonly languages: readonly Language[];
  readonly mcpShare: number;
  readonly usesSkills: boolean;
  readonly usesHooks: boolean;
}

export function habitsOf(seed: number, label: number | string): Habits {
  const random = randomOf(seed, 'habits', label);
  return {
    dailyCredits: dailyCreditsOf(random),
    weekdayChance: 0.62 + 0.36 * random.float(),
    weekendChance: random.chance(0.12) ? 0.45 : 0.05,
    creditsPerTurn: random.integer(180, 900),
    autonomy: 1.5 + 9 * random.float(),
    modelWeights: modelWeightsOf(random),
    clientChances: clientChancesOf(random),
    delegation: random.pick(DELEGATION_LEVELS),
    languages: languagesOf(random),
    mcpShare: random.chance(0.45) ? 0.25 * random.float() : 0,
    usesSkills: random.chance(0.4),
    usesHooks: random.chance(0.3),
  };
}

/**
 * Heavy-tailed: log-normal with a median of 7,000 credits a day (about 130,000 a month), one in fifty with a Pareto
 * factor on top. Among some hundred users the heaviest want several million a month.
 */
function dailyCreditsOf(random: Random): number {
  const usual = 7_000 * Math.exp(1.1 * random.normal());
  const factor = random.chance(0.02) ? Math.min(20, (1 - random.float()) ** -0.7) * 2 : 1;
  return Math.max(200, Math.round(usual * factor));
}

function modelWeightsOf(random: Random): Habits['modelWeights'] {
  const favourite = random.integer(0, MODELS.length - 1);
  const count = random.integer(1, 3);
  return Array.from({ length: count }, (_, rank) => ({
    modelId: (MODELS[(favourite + rank * 2) % MODELS.length] ?? random.pick(MODELS)).id,
    weight: 1 / (1 + rank * 2),
  }));
}

function clientChancesOf(random: Random): Habits['clientChances'] {
  return {
    'terminal-ui': random.chance(0.85) ? 0.9 : 0.1,
    web: random.chance(0.4) ? 0.5 : 0.05,
    'non-interactive-cli': random.chance(0.15) ? 0.7 : 0.02,
  };
}

function languagesOf(random: Random): readonly Language[] {
  const first = random.integer(0, LANGUAGES.length - 1);
  const count = random.integer(1, 4);
  return Array.from({ length: count }, (_, index) => LANGUAGES[(first + index * 3) % LANGUAGES.length] ?? 'TypeScript');
}
