const causesMax = 3;
const issuesNamedMax = 10;

/** The part of an error that may be reported: no headers, bodies or other fields of SDK and HTTP errors. */
interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** Reduces an error, and up to three errors that caused it, to what may be logged. */
export function describeError(error: Error, causesLeft = causesMax): ErrorFacts {
  const { name, stack, cause } = error;
  return {
    name,
    message: messageOf(error),
    stack,
    ...(cause instanceof Error && causesLeft > 0 ? { cause: describeError(cause, causesLeft - 1) } : {}),
  };
}

/** An error that can be handed to code which prints every field of it. */
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

/** An event that does not fit its schema carries the reasons as a list, which no log would show. */
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
