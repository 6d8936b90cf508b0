export interface Element {
  readonly spelling: string;
  /** Elements with the same key cover the same. */
  readonly key: string;
}

export interface CoverIndex<E extends Element> {
  /** Whether they are proven to cover an element together. */
  covers(element: E): boolean;
  /** One of them that contains an element; may be read more generously than `covers`. */
  coverOf(element: E): E | undefined;
  touches(element: E): boolean;
}

/** How elements of one kind are compared. `parse` accepts any text: an unreadable one equals only itself. */
export interface ElementSpace<E extends Element> {
  parse(spelling: string): E;
  isOdd(element: E): boolean;
  /** Several elements together may cover what another one does alone. */
  readonly canRegroup: boolean;
  index(elements: readonly E[]): CoverIndex<E>;
}
