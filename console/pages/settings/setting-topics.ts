import { isSameValue } from '../../../shared/kernel/records/same-value.ts';
import type { Setting } from './setting-form.ts';

type Row = Pick<Setting, 'setting' | 'value' | 'default'>;

/** Whether a setting is in force with another value than the default. */
export function isChanged({ value, default: usual }: Row): boolean {
  return !isSameValue(value ?? null, usual ?? null);
}

/** Settings under the first part of their names, in the order of the list; those without one are general. */
export function topicsOf<R extends Row>(rows: readonly R[]): readonly (readonly [topic: string, rows: readonly R[]])[] {
  return [...Map.groupBy(rows, ({ setting }) => topicOf(setting))].toSorted(
    ([a], [b]) => Number(b === general) - Number(a === general),
  );
}

const general = 'General';

/** `blastRadius.loweredShare` is of `Blast radius`. */
function topicOf(setting: string): string {
  const [first = '', ...rest] = setting.split('.');
  const words = first.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
  return rest.length === 0 ? general : words.charAt(0).toUpperCase() + words.slice(1);
}
