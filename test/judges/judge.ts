import type { PythonEnvironment, RequirementsName } from './python.ts';

/** Something that others wrote, and what of Curfew it is given. */
export interface Judge {
  readonly name: string;
  /** The packages of Python that it needs; absent: none. */
  readonly requirements?: RequirementsName;
  /** Raises where the judge itself could not be run. */
  judge(python: PythonEnvironment): Promise<Verdict>;
}

export interface Verdict {
  /** What was given to the judge: `10 templates with 578 resources`. */
  readonly judged: string;
  /** How many things that is. A judge that judged nothing has failed. */
  readonly count: number;
  /** What it printed besides that is worth keeping, a line each. */
  readonly notes?: readonly string[];
  readonly problems: readonly string[];
  readonly exceptions: readonly AppliedException[];
}

/** What a judge finds and is left as is, for a reason. */
export interface Exception {
  /** As the judge names its rule. */
  readonly rule: string;
  /** Where it is found; everywhere unless given. */
  readonly at?: RegExp;
  readonly reason: string;
}

interface AppliedException extends Exception {
  readonly times: number;
}

export interface Finding {
  readonly rule: string;
  readonly at: string;
  readonly message: string;
}

/** Parts what is found from what is excepted. An exception that excepts nothing is a problem, too: it hides the next one. */
export function sortOut(
  findings: readonly Finding[],
  exceptions: readonly Exception[],
): Pick<Verdict, 'problems' | 'exceptions'> {
  const applied = exceptions.map((exception) => ({
    ...exception,
    times: findings.filter((finding) => isExcepted(finding, exception)).length,
  }));
  const found = findings.filter((finding) => !exceptions.some((exception) => isExcepted(finding, exception)));
  const idle = applied.filter(({ times }) => times === 0);
  return {
    problems: [
      ...found.map(({ rule, at, message }) => `${rule} at ${at}: ${message}`),
      ...idle.map(({ rule, reason }) => `${rule} is excepted and found nowhere: remove the exception ("${reason}")`),
    ],
    exceptions: applied,
  };
}

function isExcepted({ rule, at }: Finding, exception: Exception): boolean {
  return rule === exception.rule && (exception.at?.test(at) ?? true);
}
