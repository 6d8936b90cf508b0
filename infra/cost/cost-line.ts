export interface CostLine {
  readonly what: string;
  readonly arithmetic: string;
  readonly quantity: (users: number) => number;
  readonly price: number;
  readonly less: string;
}
