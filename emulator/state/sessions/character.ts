/** What kind of course a session takes. */
export type Character = 'ordinary' | 'runaway' | 'long' | 'looping' | 'child';
