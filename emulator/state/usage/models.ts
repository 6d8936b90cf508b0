export type ModelTier = 'standard' | 'thinking';

export interface Model {
  readonly id: string;
  readonly tier: ModelTier;
}

/** The models the generated users work with. The document names tiers, and no model. */
export const MODELS: readonly Model[] = [
  { id: 'atlas-5', tier: 'standard' },
  { id: 'atlas-5-thinking', tier: 'thinking' },
  { id: 'borealis-2', tier: 'standard' },
  { id: 'borealis-2-thinking', tier: 'thinking' },
  { id: 'cirrus-mini', tier: 'standard' },
];

/** A model by id. One that is not in the list (posted demand may name any) is thinking when its id says so. */
export function modelOf(id: string): Model {
  return MODELS.find((model) => model.id === id) ?? { id, tier: id.includes('thinking') ? 'thinking' : 'standard' };
}
