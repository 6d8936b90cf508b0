/** What kind of course a session takes. A `pending` one is planted: it is created and never begins. */
export const characters = ['ordinary', 'runaway', 'long', 'looping', 'child', 'pending'] as const;
export type Character = (typeof characters)[number];
