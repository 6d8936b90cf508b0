import { grouped } from './grouped.ts';

/** A number of things: `1 team`, `2 teams`, `1,200 users`. */
export function counted(number: number, one: string, several = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : several}`;
}
