// The 200 pairs of letters that make up nine tenths of the words in technical English, by their first letter.
const usualPairs =
  'a:bcdgilmnprstuvy b:aeiloru c:aehiklortu d:adeiosu e:acdefglmnprstvx f:aefiou g:ehinru h:aeiot i:abcdefglmnoprstvz j:s k:ei l:adeilostuy m:aeimop n:acdefgiost o:bcdlmnoprstuvw p:aeiloprstu q:u r:acdegikmnorstuy s:acehiopstu t:acehiorstuy u:abceilmnprst v:aei w:aeio x:p y:p z:e';

const pairs: ReadonlySet<string> = new Set(
  usualPairs.split(' ').flatMap((group) => Array.from(group.slice(2), (second) => `${group.charAt(0)}${second}`)),
);

// Shorter words than this are too short to tell, and too short to be a secret.
const judgedLettersMin = 10;
const longLettersMin = 12;

/** Whether a run of letters could be a word that somebody chose, rather than letters that a machine drew. */
export function isNaturalRun(letters: string): boolean {
  return letters.length < judgedLettersMin || usualShare(letters) >= (letters.length < longLettersMin ? 0.5 : 0.6);
}

/** The stricter question for a run inside a longer mix, of which chance makes short words easily. */
export function isNaturalPart(letters: string): boolean {
  return letters.length >= 3 && isNaturalRun(letters) && usualShare(letters) >= 0.5;
}

function usualShare(letters: string): number {
  const lower = letters.toLowerCase();
  let usual = 0;
  for (let index = 0; index + 1 < lower.length; index += 1) {
    usual += pairs.has(lower.slice(index, index + 2)) ? 1 : 0;
  }
  return usual / Math.max(1, lower.length - 1);
}
