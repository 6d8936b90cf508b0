export interface Element {
  readonly spelling: string;
  readonly key: string;
}

export interface CoverIndex<E extends Element> {
  covers(element: E): boolean;
  /** One of them that contains an element; may be read more generously than `covers`. */
  coverOf(element: E): E | undefined;
  touches(element: E): boolean;
}

/** How elements of one kind are compared. `parse` accepts any text: an unreadable one equals only itself. */
export interface ElementSpace<E extends Element> {
  parse(spelling: string): E;
  isOdd(element: E): boolean;
  readonly canRegroup: boolean;
  index(elements: readonly E[]): CoverIndex<E>;
}
