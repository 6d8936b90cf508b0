/** A whole number in groups of three, the same in every locale: `1,234,567`. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/gu, ',');
}
