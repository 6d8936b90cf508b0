const causesMax = 3;
const issuesNamedMax = 10;

/** The reportable part of an error: no headers, bodies or other fields of SDK and HTTP errors. */
interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** Reduces an error and up to three causes to what may be logged. */
export function describeError(error: Error, causesLeft = causesMax): ErrorFacts {
  const { name, stack, cause } = error;
  return {
    name,
    message: messageOf(error),
    stack,
    ...(cause instanceof Error && causesLeft > 0 ? { cause: describeError(cause, causesLeft - 1) } : {}),
  };
}

/** An error safe for code that prints every field. */
export function plainError(error: unknown): Error {
  if (!(error instanceof Error)) {
    return new Error('something that is no error was thrown');
  }
  const { name, message, stack } = describeError(error);
  const plain = new Error(message);
  plain.name = name;
  if (stack !== undefined) {
    plain.stack = stack;
  }
  return plain;
}

/** A parser error holds its reasons as a list, which logs would omit. */
function messageOf({ message, cause }: Error): string {
  if (!Array.isArray(cause)) {
    return message;
  }
  const named = cause.filter(isIssue).slice(0, issuesNamedMax);
  return `${message}: ${named.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; ')}`;
}

function isIssue(item: unknown): item is { readonly message: string; readonly path: readonly unknown[] } {
  return (
    typeof item === 'object' &&
    item !== null &&
    'message' in item &&
    typeof item.message === 'string' &&
    'path' in item &&
    Array.isArray(item.path)
  );
}
