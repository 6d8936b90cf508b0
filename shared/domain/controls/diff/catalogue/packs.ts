/** Rules beside those of the document, which an organization switches on. */
export const cataloguePacks = ['further-fields'] as const;
export type CataloguePack = (typeof cataloguePacks)[number];
