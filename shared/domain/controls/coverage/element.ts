/** An element of a collection: its spelling in the settings and the key by which it is compared. */
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

/** How elements of one kind are compared. `parse` accepts any text: an unreadable one equals only itself. */
export interface ElementSpace<E extends Element> {
  parse(spelling: string): E;
  isOdd(element: E): boolean;
  /** Several elements together may cover what another one does on its own. */
  readonly canRegroup: boolean;
  index(elements: readonly E[]): CoverIndex<E>;
}
