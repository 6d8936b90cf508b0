import type { Call, FaultAction } from './fault.ts';

/** A fault's calls; without a condition, all. */
export interface FaultMatch {
  readonly method?: string | undefined;
  /** A path or prefix; with `*`, a pattern for the whole path. Without the query string. */
  readonly path?: string | undefined;
  /** From the nth matching call on, counted from 1. */
  readonly nth?: number | undefined;
}

interface FaultSpec {
  readonly match: FaultMatch;
  readonly fault: string;
  readonly times: number;
}

export interface ArmedFault {
  readonly spec: FaultSpec;
  readonly action: FaultAction;
  matched: number;
  fired: number;
}

export interface ArmedFaults {
  list(): readonly ArmedFault[];
  /** False when too many are armed. */
  arm(spec: FaultSpec, action: FaultAction): boolean;
  clear(): void;
  firingFor(call: Call): readonly ArmedFault[];
}

const ARMED_MAX = 1_000;

export function armedFaults(): ArmedFaults {
  let armed: ArmedFault[] = [];
  return {
    list: () => armed,
    arm(spec, action) {
      if (armed.length >= ARMED_MAX) {
        return false;
      }
      armed.push({ spec, action, matched: 0, fired: 0 });
      return true;
    },
    clear() {
      armed = [];
    },
    firingFor(call) {
      const due = armed.filter((fault) => isDue(fault, call));
      const firstAlone = due.find(({ action }) => !addsUp(action));
      const firing = due.filter((fault) => addsUp(fault.action) || fault === firstAlone);
      for (const fault of firing) {
        fault.fired += 1;
      }
      return firing;
    },
  };
}

function isDue(fault: ArmedFault, call: Call): boolean {
  if (!matches(fault.spec.match, call) || fault.action.appliesTo?.(call) === false) {
    return false;
  }
  fault.matched += 1;
  return fault.matched >= (fault.spec.match.nth ?? 1) && fault.fired < fault.spec.times;
}

function addsUp(action: FaultAction): boolean {
  return action.instead === undefined && action.change === undefined && action.send === undefined;
}

function matches({ method, path }: FaultMatch, call: Call): boolean {
  return (
    (method === undefined || method.toUpperCase() === call.method) && (path === undefined || fits(path, call.pathname))
  );
}

/** Every piece between stars must occur in order, the first at the start and the last at the end. */
function fits(pattern: string, pathname: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', ...others] = pieces;
  const last = others.at(-1);
  if (!pathname.startsWith(first) || last === undefined) {
    return pathname.startsWith(first);
  }
  let from = first.length;
  for (const piece of others.slice(0, -1)) {
    const at = pathname.indexOf(piece, from);
    if (at === -1) {
      return false;
    }
    from = at + piece.length;
  }
  return pathname.length - last.length >= from && pathname.endsWith(last);
}
