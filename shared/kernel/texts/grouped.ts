/** Formats an integer in groups of three, independent of the locale: `1,234,567`. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/gu, ',');
}

const units = [
  ['G', 1e9],
  ['M', 1e6],
  ['k', 1e3],
] as const;

/** Formats credits in three digits, readable as an amount: `66M`, `1.25M`, `250k`, `999`. */
export function rounded(credits: number): string {
  const round = Number(credits.toPrecision(3));
  const [unit, size] = units.find(([, least]) => Math.abs(round) >= least) ?? ['', 1];
  return `${Number((round / size).toPrecision(3))}${unit}`;
}
