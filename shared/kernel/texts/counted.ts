import { grouped } from './grouped.ts';

/** A number of things: `1 team`, `2 teams`, `1,000 teams`. A thing whose plural is another form than with an s is given with it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
