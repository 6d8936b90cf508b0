import { fleetLimits } from './fleet-entry.ts';

/** The names that an entry stands for, or why it stands for none. */
type WrittenOut =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string };

const range = /^(?<before>[^[\]]*)\[(?<first>\d{1,4})-(?<last>\d{1,4})\](?<after>[^[\]]*)$/u;

/** Whether the name of an entry stands for more than itself. */
export function isPattern(name: string): boolean {
  return range.test(name);
}

/** Writes a pattern out: `builder-[08-10]` is builder-08, builder-09 and builder-10. A name stands for itself. */
export function writtenOut(name: string): WrittenOut {
  const { before = '', first = '', last = '', after = '' } = range.exec(name)?.groups ?? {};
  if (first === '') {
    return isNameLength(name) ? { kind: 'names', names: [name] } : refused(lengthProblem);
  }
  const [from, through] = [Number(first), Number(last)];
  const count = through - from + 1;
  if (count < 1) {
    return refused('counts down; write the smaller number first');
  }
  if (count > fleetLimits.computersMax) {
    return refused(`stands for ${count} computers; at most ${fleetLimits.computersMax} are watched`);
  }
  const names = Array.from({ length: count }, (_, index) => {
    const digits = String(from + index).padStart(first.length, '0');
    return `${before}${digits}${after}`;
  });
  return names.every(isNameLength) ? { kind: 'names', names } : refused(lengthProblem);
}

const lengthProblem = `is no name of a computer; names have 1 to ${fleetLimits.nameCharsMax} characters`;

function refused(problem: string): WrittenOut {
  return { kind: 'refused', problem };
}

function isNameLength(name: string): boolean {
  return name.length >= 1 && name.length <= fleetLimits.nameCharsMax;
}
