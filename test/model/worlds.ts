/** A world that Spin looks at whole, by the sizes in promise.pml. */
export interface ModelWorld {
  readonly name: string;
  readonly sizes: Readonly<Record<string, number>>;
}

const usual = {
  PEOPLE: 2,
  SLOTS: 2,
  DELAY: 1,
  DAYS: 4,
  TURN: 3,
  SECOND: 3,
  LIMIT: 1,
  MOST: 2,
  FIRST_AMOUNT: 2,
  SECOND_AMOUNT: 2,
  EDITS: 0,
  TAKE_OVERS: 0,
};

const turning: ModelWorld = {
  name: 'a window ends with that of the platform, and a top-up with it',
  sizes: { ...usual, MOST: 3, FIRST_AMOUNT: 3 },
};

const inside: ModelWorld = {
  name: 'the platform counts anew inside a window',
  sizes: { ...usual, DAYS: 5, TURN: 4, SECOND: 5, MOST: 3, FIRST_AMOUNT: 3 },
};

const edited: ModelWorld = {
  name: 'the pool is raised or lowered by an edit, and its top-up ends',
  sizes: { ...usual, SECOND_AMOUNT: 1, EDITS: 1 },
};

const takenOver: ModelWorld = {
  name: 'an address changes hands',
  sizes: { ...usual, TAKE_OVERS: 1 },
};

export const worlds: readonly ModelWorld[] = [turning, inside, edited, takenOver];

interface Planted {
  /** The clause that is taken out, as guard.c numbers them. */
  readonly number: number;
  readonly name: string;
  /** Where that is found. */
  readonly world: ModelWorld;
}

export const planted: readonly Planted[] = [
  { number: 1, name: 'a limit whose answer was lost is forgotten', world: turning },
  { number: 2, name: 'a limit whose answer was lost ends what was before it', world: turning },
  { number: 3, name: 'what is owed waits for figures', world: inside },
  { number: 4, name: 'a raise is judged by the window of today alone', world: turning },
  { number: 5, name: 'limits end by age', world: turning },
  { number: 6, name: 'a limit counts once where the platform counts anew', world: inside },
  { number: 7, name: 'the horizon ends today', world: turning },
  { number: 8, name: 'limits at a former address are forgotten', world: takenOver },
  { number: 9, name: 'a limit proves something also while nobody can tell whose the address is', world: takenOver },
  { number: 10, name: 'a limit that was replaced ends at once', world: turning },
  { number: 11, name: 'what is owed counts on figures before the platform counts anew', world: inside },
  { number: 12, name: 'what is owed gives to whoever came to an address where a limit waited', world: takenOver },
  { number: 13, name: 'what is between two limits that may be in force is taken for no raise', world: takenOver },
];
