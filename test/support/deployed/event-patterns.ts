import { isPlainObject } from './is-plain-object.ts';

/** Whether an event has what a pattern of EventBridge, or the filter of an event source, asks for: equal values alone. */
export function isMatch(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) {
    const values: readonly unknown[] = Array.isArray(event) ? event : [event];
    return values.some((value) => pattern.includes(value));
  }
  return (
    isPlainObject(pattern) &&
    isPlainObject(event) &&
    Object.entries(pattern).every(([name, part]) => isMatch(part, event[name]))
  );
}
