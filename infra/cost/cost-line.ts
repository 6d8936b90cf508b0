export interface CostLine {
  readonly what: string;
  readonly arithmetic: string;
  /** Monthly units for a number of users. */
  readonly quantity: (users: number) => number;
  readonly price: number;
  /** How to reduce it, or why it is needed. */
  readonly less: string;
}
