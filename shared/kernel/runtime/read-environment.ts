import type * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment is invalid. The message names every variable concerned, without values. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Reads the variables in `schema`; an empty one counts as missing. A field's description is its remedy. Throws
 * EnvironmentError naming everything wrong. No message holds values, which may be secret: the schema's own must not
 * either.
 */
export function readEnvironment<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  // Parsed once per process: compiling would take longer than it saves.
  const parsed = schema.safeParse(given, { jitless: true });
  if (parsed.success) {
    return parsed.data;
  }

  const problems = Map.groupBy(parsed.error.issues, (issue) => String(issue.path[0] ?? 'The environment'));
  const lines = [...problems].map(([name, issues]) => {
    const remedy = schema.shape[name]?.description;
    const isMissing = given[name] === undefined && name in schema.shape;
    const problem = isMissing ? missing(issues) : `is wrong: ${issues.map(describeIssue).join('; ')}`;
    return `  ${name} ${problem}${remedy === undefined ? '' : `. Set it to ${remedy}`}`;
  });
  throw new EnvironmentError(`The environment is not complete:\n${lines.join('\n')}`);
}

/** A rule over several variables states what is missing; zod on one variable does not. */
function missing(issues: readonly z.core.$ZodIssue[]): string {
  const rules = issues.filter((issue) => issue.code === 'custom').map((issue) => issue.message);
  return rules.length === 0 ? 'is missing' : `is missing: ${rules.join('; ')}`;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.slice(1).map(String).join('.');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}
