export const cataloguePacks = ['further-fields'] as const;
export type CataloguePack = (typeof cataloguePacks)[number];
