/** Where rows are: `['data', '*', 'by_user']` are the lists `by_user` of each object in the list `data`. */
export type ListPath = readonly string[];

/** A row's list, for example `data[0].by_user`, and its index. */
export interface RowPlace {
  readonly list: string;
  readonly index: number;
}

interface RowSplitting {
  readonly path: ListPath;
  readonly onRow: (text: string, place: RowPlace) => void;
  readonly charsMax: number;
}

export class RowTooLongError extends Error {
  override readonly name = 'RowTooLongError';
}

interface Level {
  readonly isList: boolean;
  /** The current key; in a list, the index. */
  step: string | number;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const blank = /^[\t\n\r ]*$/u;

/**
 * Splits streamed JSON of any length into the rows of some lists and the rest. It recognizes strings and brackets and
 * validates nothing: each character is in a row or the rest, except commas between rows, and an empty row is a row. So
 * the text is valid JSON exactly when the rest and every row are.
 */
export class RowSplitter {
  readonly #options: RowSplitting;
  /** Open containers that may hold rows, outermost first. */
  readonly #levels: Level[] = [];
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #text = '';
  /** Everything before it is assigned to a row or the rest. */
  #from = 0;
  /** Where the current part of a possible key starts in the text; undefined outside. */
  #keyFrom: number | undefined;
  /** The last string that may be a key, with its quotes. */
  #key = '';
  readonly #row: string[] = [];
  #rowChars = 0;
  readonly #rest: string[] = [];
  #restChars = 0;
  #list = '';
  #index = 0;
  #rowsBefore = 0;

  constructor(options: RowSplitting) {
    this.#options = options;
  }

  push(text: string): void {
    this.#text = text;
    this.#from = 0;
    this.#keyFrom = this.#keyFrom === undefined ? undefined : 0;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!isInString) {
        isInString = code === quote;
        this.#read(code, at);
      } else if (isEscaped) {
        isEscaped = false;
      } else if (code === backslash) {
        isEscaped = true;
      } else if (code === quote) {
        isInString = false;
        this.#endKey(at + 1);
      }
    }
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    this.#key += this.#keyFrom === undefined ? '' : text.slice(this.#keyFrom);
    this.#keep(text.length);
  }

  /** The text without rows: each list is replaced by the number of rows before it and in it. */
  rest(): string {
    return this.#rest.join('');
  }

  #read(code: number, at: number): void {
    switch (code) {
      case quote:
        this.#beginKey(at);
        break;
      case openList:
      case openObject:
        this.#open(code === openList, at);
        break;
      case closeList:
      case closeObject:
        this.#close(at);
        break;
      case comma:
        this.#endItem(at);
        break;
      case colon:
        this.#name();
        break;
      default:
    }
  }

  get #isOnPath(): boolean {
    return this.#depth === this.#levels.length;
  }

  get #isInRows(): boolean {
    return this.#levels.length > this.#options.path.length;
  }

  #open(isList: boolean, at: number): void {
    const { path } = this.#options;
    const outer = this.#levels.at(-1);
    const step = path[this.#levels.length - 1];
    const isExpected = outer === undefined || (step === '*' ? outer.isList : !outer.isList && outer.step === step);
    const isLast = this.#levels.length === path.length;
    if (this.#isOnPath && !this.#isInRows && isExpected && (isList || !isLast)) {
      if (isLast) {
        this.#keep(at + 1);
        this.#list = listName(this.#levels);
        this.#index = 0;
      }
      this.#levels.push({ isList, step: isList ? 0 : '' });
    }
    this.#depth += 1;
  }

  #close(at: number): void {
    if (this.#isOnPath) {
      if (this.#isInRows) {
        this.#endRow(at, { isLast: true });
        this.#addToRest(`${this.#rowsBefore},${this.#index}`);
        this.#rowsBefore += this.#index;
        this.#from = at;
      }
      this.#levels.pop();
    }
    this.#depth -= 1;
  }

  #endItem(at: number): void {
    const level = this.#levels.at(-1);
    if (!this.#isOnPath || level === undefined) {
      return;
    }
    if (this.#isInRows) {
      this.#endRow(at, { isLast: false });
    } else if (typeof level.step === 'number') {
      level.step += 1;
    }
  }

  /** A list without rows has only whitespace before its end. */
  #endRow(at: number, { isLast }: { readonly isLast: boolean }): void {
    this.#keep(at);
    const text = this.#row.length === 1 ? (this.#row[0] ?? '') : this.#row.join('');
    this.#row.length = 0;
    this.#rowChars = 0;
    this.#from = at + 1;
    if (!isLast || this.#index > 0 || !blank.test(text)) {
      this.#options.onRow(text, { list: this.#list, index: this.#index });
      this.#index += 1;
    }
  }

  #beginKey(at: number): void {
    if (this.#isOnPath && this.#levels.at(-1)?.isList === false) {
      this.#key = '';
      this.#keyFrom = at;
    }
  }

  #endKey(end: number): void {
    if (this.#keyFrom !== undefined) {
      this.#key += this.#text.slice(this.#keyFrom, end);
      this.#keyFrom = undefined;
    }
  }

  #name(): void {
    const level = this.#levels.at(-1);
    if (this.#isOnPath && level?.isList === false) {
      level.step = this.#key.includes('\\') ? unescaped(this.#key) : this.#key.slice(1, -1);
    }
  }

  #keep(end: number): void {
    const text = this.#text.slice(this.#from, end);
    this.#from = end;
    if (this.#isInRows) {
      this.#row.push(text);
      this.#rowChars += text.length;
      this.#check(this.#rowChars);
    } else {
      // A slice would keep the whole source text in memory.
      this.#addToRest(Buffer.from(text, 'utf16le').toString('utf16le'));
    }
  }

  #addToRest(text: string): void {
    this.#rest.push(text);
    this.#restChars += text.length;
    this.#check(this.#restChars);
  }

  #check(chars: number): void {
    if (chars > this.#options.charsMax) {
      throw new RowTooLongError(
        `a row, or what is beside the rows, is longer than ${this.#options.charsMax} characters`,
      );
    }
  }
}

/** An unreadable key makes the rest invalid in any case. */
function unescaped(key: string): string {
  try {
    return String(JSON.parse(key));
  } catch {
    return key;
  }
}

function listName(levels: readonly Level[]): string {
  return levels.reduce((name, { step }) => {
    const dot = name === '' ? '' : '.';
    return typeof step === 'number' ? `${name}[${step}]` : `${name}${dot}${step}`;
  }, '');
}
