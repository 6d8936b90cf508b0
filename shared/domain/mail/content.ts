/** What a mail says, apart from how it looks: the HTML and the plain text are made from the same facts. */
export interface MailContent {
  readonly subject: string;
  readonly tone: 'good' | 'warning' | 'bad';
  /** The one thing to know. */
  readonly lead: string;
  readonly sections: readonly MailSection[];
  /** Small print: why this came, run ids. */
  readonly foot: readonly string[];
}

export type MailSection =
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] }
  | { readonly kind: 'notes'; readonly heading: string; readonly notes: readonly string[] }
  | { readonly kind: 'table'; readonly heading: string; readonly table: MailTable };

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
