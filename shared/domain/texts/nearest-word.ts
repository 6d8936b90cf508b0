/** A word is meant where at most a third of its letters are otherwise. */
const lettersPerMistake = 3;

/** The word of a list that is nearest to another one, whatever the case; undefined where none is near. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  let nearest: { readonly word: string; readonly mistakes: number } | undefined;
  for (const each of words) {
    const mistakes = mistakesBetween(wanted, each.toLowerCase());
    if (mistakes <= each.length / lettersPerMistake && mistakes < (nearest?.mistakes ?? Infinity)) {
      nearest = { word: each, mistakes };
    }
  }
  return nearest?.word;
}

/** Letters to be added, taken away or replaced (Levenshtein). Words of a list of names: both are short. */
function mistakesBetween(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let at = 0; at < Math.min(first.length, second.length * 2); at += 1) {
    const next = [at + 1];
    for (let place = 1; place <= second.length; place += 1) {
      const isSame = first[at] === second[place - 1];
      next.push(Math.min((row[place - 1] ?? 0) + Number(!isSame), (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[second.length] ?? 0;
}
