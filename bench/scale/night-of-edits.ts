/** The night after which budgets are edited in the day, each edit with a run of its own, and how many. */
export const nightOfEdits = 'edits';
export const editsOfNight = 5;
