import { structuredPatch } from 'diff';

/** A line in both texts, in the first or the second only; or the number of equal ones left out. */
export type DiffLine =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'gap'; readonly lines: number };

const contextLines = 3;
/** Larger differences are shown whole. */
const timeoutMs = 2_000;

const kinds = { ' ': 'same', '-': 'removed', '+': 'added' } as const;

/** A line diff with some context lines. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [first, second] = [before.split('\n'), after.split('\n')];
  const options = { context: contextLines, timeout: timeoutMs };
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', options);
  if (patch === undefined) {
    return [
      ...first.map((text) => ({ kind: 'removed' as const, text })),
      ...second.map((text) => ({ kind: 'added' as const, text })),
    ];
  }
  let shownTo = 0;
  const shown: DiffLine[] = [];
  for (const { oldStart, oldLines, lines } of patch.hunks) {
    // For a hunk without old lines, the start is the line before.
    const from = oldLines === 0 ? oldStart : oldStart - 1;
    shown.push(...gapOf(from - shownTo), ...lines.flatMap(lineOf));
    shownTo = from + oldLines;
  }
  return shown.length === 0 ? [] : [...shown, ...gapOf(first.length - shownTo)];
}

function lineOf(line: string): readonly DiffLine[] {
  const sign = line.charAt(0);
  return sign === ' ' || sign === '-' || sign === '+' ? [{ kind: kinds[sign], text: line.slice(1) }] : [];
}

function gapOf(lines: number): readonly DiffLine[] {
  return lines === 0 ? [] : [{ kind: 'gap', lines }];
}
