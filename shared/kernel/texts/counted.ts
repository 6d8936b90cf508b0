import { grouped } from './grouped.ts';

/** Formats a count: `1 team`, `2 teams`, `1,000 teams`. An irregular plural is given. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
