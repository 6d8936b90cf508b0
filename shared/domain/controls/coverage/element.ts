/** An element of a collection, as it stands in the settings and as it is compared. */
export interface Element {
  readonly spelling: string;
  /** Elements of one key reach the same. */
  readonly key: string;
}

/** Elements that are asked together what they cover. */
export interface CoverIndex<E extends Element> {
  /** Whether it is shown that they cover an element among them. */
  covers(element: E): boolean;
  /** One of them that an element is a part of. It may be read more generously than `covers`. */
  coverOf(element: E): E | undefined;
  /** Whether an element and they may have something in common. */
  touches(element: E): boolean;
}

/** What elements of one kind mean. Whatever the text, `parse` gives an element: an odd one equals its like and no other. */
export interface ElementSpace<E extends Element> {
  parse(spelling: string): E;
  isOdd(element: E): boolean;
  /** Several elements together may cover what another one does on its own. */
  readonly canRegroup: boolean;
  index(elements: readonly E[]): CoverIndex<E>;
}
