import type { MailLink } from './mail-link.ts';

/** The content of a mail, independent of its format: HTML and plain text are rendered from it. */
export interface MailContent {
  readonly subject: string;
  /** `report`: nothing is asked of the reader. */
  readonly tone: 'good' | 'warning' | 'bad' | 'report';
  /** The one thing to know. */
  readonly lead: string;
  readonly sections: readonly MailSection[];
  /** Small print: why this came, run ids. */
  readonly foot: readonly string[];
}

export type MailSection =
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] }
  | { readonly kind: 'notes'; readonly heading: string; readonly notes: readonly string[] }
  | { readonly kind: 'table'; readonly heading: string; readonly table: MailTable }
  | { readonly kind: 'facts'; readonly heading?: string; readonly facts: readonly Figure[] }
  | { readonly kind: 'bars'; readonly heading: string; readonly bars: readonly Bar[]; readonly more?: string }
  | {
      readonly kind: 'entries';
      readonly heading: string;
      readonly entries: readonly MailEntry[];
      /** Said below when entries were left out. */
      readonly more?: string;
    }
  | { readonly kind: 'links'; readonly heading: string; readonly links: readonly ContentLink[] }
  | {
      readonly kind: 'patch';
      readonly heading: string;
      readonly lines: readonly DeltaLine[];
      readonly more?: string;
    };

/** A link that is signed for the recipient as the mail is sent, so that nobody who reads the tables holds it. */
export interface ContentLink extends MailLink {
  readonly label: string;
  /** What the page shows first: appended to the address. */
  readonly view?: string;
}

/** One item in full: what it is, the values before and after, and all facts about it. */
export interface MailEntry {
  readonly title: string;
  /** The technical name below the title. */
  readonly name?: string;
  /** The rating in words; the colour only repeats it. */
  readonly rating: string;
  readonly tone: 'grave' | 'serious' | 'plain';
  readonly text?: string;
  readonly delta: readonly DeltaLine[];
  readonly facts: readonly Figure[];
}

/** A line that was added (`+`), removed (`−`), or neither. */
export interface DeltaLine {
  readonly sign: '+' | '−' | '';
  /** Whether the line makes something more dangerous, or less; absent where neither is certain. */
  readonly danger?: 'more' | 'less';
  readonly text: string;
}

export interface Figure {
  readonly label: string;
  readonly value: string;
}

export interface MailTable {
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly string[])[];
  /** Said under the table when rows were left out. */
  readonly more?: string;
}

/** A figure with its length beside others, and the figure that it is compared with. */
export interface Bar extends Figure {
  /** Part of the longest of all, 0 to 1. */
  readonly share: number;
  readonly before?: { readonly value: string; readonly share: number };
}
