/** Seeds whose months once broke a promise, or ended a run with an error of our own. They draw other months once what is drawn changes. */
export const seedsThatFailed: readonly number[] = [];
