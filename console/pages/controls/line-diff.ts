/** A line of two texts: in both, in the first alone, or in the second alone; or how many equal ones are left out. */
export type DiffLine =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }
  | { readonly kind: 'gap'; readonly lines: number };

const contextLines = 3;
/** Longer texts are told as a whole: a page is no editor. */
const cellsMax = 4_000_000;

/** What differs between two texts, line by line, with some lines around each difference. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [first, second] = [before.split('\n'), after.split('\n')];
  let [start, end] = [0, 0];
  while (start < Math.min(first.length, second.length) && first[start] === second[start]) {
    start += 1;
  }
  while (end < Math.min(first.length, second.length) - start && first.at(-1 - end) === second.at(-1 - end)) {
    end += 1;
  }
  const middle = middleOf(first.slice(start, first.length - end), second.slice(start, second.length - end));
  return folded([...first.slice(0, start).map(same), ...middle, ...first.slice(first.length - end).map(same)]);
}

function same(text: string): DiffLine {
  return { kind: 'same', text };
}

function middleOf(first: readonly string[], second: readonly string[]): readonly DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text });
  const added = (text: string): DiffLine => ({ kind: 'added', text });
  if (first.length * second.length > cellsMax) {
    return [...first.map(removed), ...second.map(added)];
  }
  const common = commonLengths(first, second);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < first.length || j < second.length) {
    const [one, other] = [first[i], second[j]];
    if (one !== undefined && one === other) {
      lines.push(same(one));
      i += 1;
      j += 1;
    } else if (one !== undefined && (other === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      lines.push(removed(one));
      i += 1;
    } else {
      lines.push(added(other ?? ''));
      j += 1;
    }
  }
  return lines;
}

/** How many lines the rests of both have in common, from each pair of places on. */
function commonLengths(first: readonly string[], second: readonly string[]): readonly Uint32Array[] {
  const rows = Array.from({ length: first.length + 1 }, () => new Uint32Array(second.length + 1));
  for (let i = first.length - 1; i >= 0; i -= 1) {
    const [row, below] = [rows[i], rows[i + 1]];
    for (let j = second.length - 1; row !== undefined && below !== undefined && j >= 0; j -= 1) {
      row[j] = first[i] === second[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

/** Equal lines that are far from every difference are counted and left out. */
function folded(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = new Set<number>();
  lines.forEach(({ kind }, index) => {
    for (let at = index - contextLines; kind !== 'same' && at <= index + contextLines; at += 1) {
      isNear.add(at);
    }
  });
  const shown: DiffLine[] = [];
  let left = 0;
  lines.forEach((line, index) => {
    if (isNear.has(index)) {
      shown.push(...gapOf(left), line);
      left = 0;
    } else {
      left += 1;
    }
  });
  return isNear.size === 0 ? [] : [...shown, ...gapOf(left)];
}

function gapOf(lines: number): readonly DiffLine[] {
  return lines === 0 ? [] : [{ kind: 'gap', lines }];
}
