/** Checks that every file of an export is the one that was exported. */
export const manifestCheck = 'sha256sum -c SHA256SUMS';

/** Prints every line of `chain.txt` whose hash is not that of its text. */
export const chainCheck = `while IFS= read -r line; do
  hash=$(printf 'curfew-evidence/1\\n%s' "\${line#*  }" | sha256sum)
  [ "\${hash%% *}" = "\${line%%  *}" ] || printf '%s\\n' "$line"
done < chain.txt`;

/** Prints the number of every line of `chain.txt` that does not name the hash of the line before. */
export const orderCheck = `awk '{ if (NR > 1 && index($0, "\\"previousHash\\":\\"" before "\\"") == 0) print NR; before = $1 }' chain.txt`;
