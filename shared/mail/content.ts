import type { MailLink } from './mail-link.ts';

export interface MailHeadline {
  readonly subject: string;
  /** `report`: the reader need not act. */
  readonly tone: 'good' | 'warning' | 'bad' | 'report';
  readonly lead: string;
}

/** The content of a mail, independent of its format: HTML and plain text are rendered from it. */
export interface MailContent extends MailHeadline {
  readonly sections: readonly MailSection[];
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
      readonly more?: string;
    }
  | { readonly kind: 'links'; readonly heading: string; readonly links: readonly ContentLink[] }
  | {
      readonly kind: 'patch';
      readonly heading: string;
      readonly lines: readonly DeltaLine[];
      readonly more?: string;
    };

/** A link that is signed for the recipient when the mail is sent, so that readers of the tables do not get it. */
export interface ContentLink extends MailLink {
  readonly label: string;
  readonly view?: string;
}

export interface MailEntry {
  readonly title: string;
  readonly name?: string;
  /** In words; the colour only repeats it. */
  readonly rating: string;
  readonly tone: 'grave' | 'serious' | 'plain';
  readonly text?: string;
  readonly delta: readonly DeltaLine[];
  readonly facts: readonly Figure[];
}

/** A line that was added (`+`), removed (`−`), or neither. */
export interface DeltaLine {
  readonly sign: '+' | '−' | '';
  /** Whether the line increases or reduces danger; absent where uncertain. */
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
  readonly more?: string;
}

export interface Bar extends Figure {
  readonly share: number;
  /** A second, thinner bar; `word` says of what, if not of the time before. */
  readonly before?: { readonly value: string; readonly share: number; readonly word?: string };
}
