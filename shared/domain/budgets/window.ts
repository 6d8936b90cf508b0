// The calendar of windows is a matter of time alone; budgets, and all that counts in their windows, take it from here.
export { isWithin, windowAt, windowKinds, type PlatformWindow, type Window, type WindowKind } from '../time/window.ts';
