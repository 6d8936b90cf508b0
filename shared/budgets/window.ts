// Windows are defined by time alone; budgets import them from here.
export {
  isWithin,
  windowAt,
  windowKinds,
  type PlatformWindow,
  type Window,
  type WindowKind,
} from '../kernel/time/window.ts';
