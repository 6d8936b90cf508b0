/** Reads a table as spreadsheets copy it (tabs) or save it (commas or semicolons); cells may be quoted. No empty rows. */
export function readTable(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endCell = (): void => {
    row.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.some((each) => each !== '')) {
      rows.push(row);
    }
    row = [];
  };
  const letters = text.replaceAll(/\r\n?/gu, '\n');
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charAt(at);
    if (isQuoted) {
      if (letter !== '"') {
        cell += letter;
      } else if (letters.charAt(at + 1) === '"') {
        cell += letter;
        at += 1;
      } else {
        isQuoted = false;
      }
    } else if (letter === '"' && cell.trim() === '') {
      [cell, isQuoted] = ['', true];
    } else if (letter === separator) {
      endCell();
    } else if (letter === '\n') {
      endRow();
    } else {
      cell += letter;
    }
  }
  endRow();
  return rows;
}

/** Writes a table with a separator between cells. */
export function writeTable(rows: readonly (readonly string[])[], separator: ',' | '\t'): string {
  return rows.map((row) => row.map((cell) => written(cell, separator)).join(separator)).join('\n');
}

function written(cell: string, separator: string): string {
  return /["\n\r]/u.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n');
  return ['\t', ',', ';'].find((each) => first.includes(each)) ?? '\t';
}
