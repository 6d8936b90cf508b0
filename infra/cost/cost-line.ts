/** One line of the bill. */
export interface CostLine {
  readonly what: string;
  readonly arithmetic: string;
  /** So many units of it in a month, for so many users. */
  readonly quantity: (users: number) => number;
  readonly price: number;
  /** How to pay less for it, or why nothing of it can be left out. */
  readonly less: string;
}
