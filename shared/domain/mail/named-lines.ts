import { grouped } from '../texts/grouped.ts';

/** So many people are named in a list of a mail, so many on a line. */
const namedMax = 24;
const lineMax = 6;

/** People by name, some on a line, and how many more there are. `total`: where the names are cut already. */
export function namedLines(names: readonly string[], total = names.length): readonly string[] {
  const shown = names.slice(0, namedMax);
  const lines = Array.from({ length: Math.ceil(shown.length / lineMax) }, (_, index) =>
    shown.slice(index * lineMax, (index + 1) * lineMax).join(', '),
  );
  return total > shown.length ? [...lines, `and ${grouped(total - shown.length)} more`] : lines;
}
