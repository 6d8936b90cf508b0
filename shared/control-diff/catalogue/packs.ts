/** Optional rules beside those of the document. */
export const cataloguePacks = ['further-fields'] as const;
export type CataloguePack = (typeof cataloguePacks)[number];
