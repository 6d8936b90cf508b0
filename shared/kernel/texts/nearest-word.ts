/** A word is suggested if at most a third of its letters differ. */
const lettersPerMistake = 3;
const lettersMax = 320;
/** Fewer letters say too little of a word. */
const beginningMin = 2;

/** Returns the nearest word of a list, case-insensitively, or the only one that begins so; undefined if none is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const wanted = word.toLowerCase().slice(0, lettersMax);
  let nearest: { readonly word: string; readonly mistakes: number } | undefined;
  for (const each of words) {
    const mistakes = mistakesBetween(wanted, each.toLowerCase());
    if (mistakes <= each.length / lettersPerMistake && mistakes < (nearest?.mistakes ?? Infinity)) {
      nearest = { word: each, mistakes };
    }
  }
  return nearest?.word ?? onlyOneThatBegins(wanted, words);
}

/** The word that was not written to its end, where no other begins so. */
function onlyOneThatBegins(wanted: string, words: readonly string[]): string | undefined {
  const [one, other] = words.filter((each) => each.toLowerCase().startsWith(wanted));
  return wanted.length < beginningMin || other !== undefined ? undefined : one;
}

/** Words for one thing: a choice is meant by each of its own, however it is spelled. */
const sameThing: readonly (readonly string[])[] = [
  ['off', 'none', 'no', 'never', 'false', 'disabled', 'observe'],
  ['on', 'yes', 'true', 'always', 'enabled', 'enforce'],
  ['everybody', 'everyone', 'all', 'both', 'any'],
  ['act', 'apply', 'do', 'auto', 'on'],
  ['propose', 'suggest', 'ask', 'dry-run', 'off'],
  ['money', 'currency', 'cost', 'costs', 'price', 'eur', 'usd'],
  // Where money may stand beside them, none of it leaves credits.
  ['credits', 'tokens', 'none', 'off', 'no'],
  ['critical', 'urgent', 'fatal'],
  ['high', 'error', 'severe'],
  ['medium', 'warning', 'warn', 'moderate', 'normal'],
  ['low', 'minor', 'notice'],
  ['info', 'information', 'debug'],
];

/** As `nearestWord`, of few choices: also the one that means the same. */
export function nearestChoice(word: string, choices: readonly string[]): string | undefined {
  const wanted = word.trim().toLowerCase();
  const meant = sameThing.filter((words) => words.includes(wanted)).flat();
  return nearestWord(word, choices) ?? choices.find((choice) => meant.includes(choice));
}

/** As `nearestHint`, of few choices. */
export function choiceHint(word: string, choices: readonly string[]): string {
  const nearest = nearestChoice(word, choices);
  return nearest === undefined ? '' : `; the nearest is ${nearest}`;
}

/** Returns `did you mean "amount"?` for a word near one of a list; otherwise the given text. */
export function meantWord(word: string, words: readonly string[], otherwise: string): string {
  const nearest = nearestWord(word, words);
  return nearest === undefined ? otherwise : `did you mean "${nearest}"?`;
}

/** Returns `; the nearest is team:core`, for the end of a sentence; empty if none is near. */
export function nearestHint(word: string, words: readonly string[], shown: (near: string) => string): string {
  const nearest = nearestWord(word, words);
  return nearest === undefined ? '' : `; the nearest is ${shown(nearest)}`;
}

/** Returns the edit distance with transpositions (optimal string alignment). Both texts must be short. */
export function mistakesBetween(first: string, second: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let at = 0; at < first.length; at += 1) {
    const next = [at + 1];
    for (let place = 1; place <= second.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + Number(first[at] !== second[place - 1]);
      const isExchanged = first[at] === second[place - 2] && first[at - 1] === second[place - 1];
      const exchanged = isExchanged ? (before[place - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(replaced, exchanged, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[second.length] ?? 0;
}
