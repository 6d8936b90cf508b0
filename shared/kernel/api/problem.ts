/** Why an operation is not done, as RFC 9457 has it. */
const problems = {
  'invalid-input': { status: 400, title: 'The input is not valid' },
  'not-identified': { status: 401, title: 'Not signed in' },
  'not-allowed': { status: 403, title: 'This is not allowed' },
  'not-found': { status: 404, title: 'There is no such thing' },
  'method-not-allowed': { status: 405, title: 'This cannot be done with it' },
  conflict: { status: 409, title: 'This cannot be done as things stand' },
  held: { status: 409, title: 'A guard holds this' },
  stale: { status: 412, title: 'It was changed meanwhile' },
  'too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media': { status: 415, title: 'The body is not JSON' },
  refused: { status: 422, title: 'This is refused' },
  'version-missing': { status: 428, title: 'The version that the edit is of is missing' },
  'too-many': { status: 429, title: 'Too many calls' },
  failed: { status: 500, title: 'Something went wrong here' },
  computing: { status: 503, title: 'Figures are being computed' },
  busy: { status: 503, title: 'Too much is being asked at once' },
} as const;

export type ProblemKind = keyof typeof problems;

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** An operation that is not done. The message says why and what to do; it holds no secret and names nothing of the code. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly fields: readonly FieldProblem[];
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    kind: ProblemKind,
    message: string,
    {
      fields = [],
      facts = {},
    }: { readonly fields?: readonly FieldProblem[]; readonly facts?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.kind = kind;
    this.fields = fields;
    this.facts = facts;
  }

  get status(): (typeof problems)[ProblemKind]['status'] {
    return problems[this.kind].status;
  }
}

/** The problem as `application/problem+json` has it. */
export function problemDocument(problem: Problem) {
  const { kind, status, message, fields, facts } = problem;
  return {
    ...facts,
    type: `urn:curfew:problem:${kind}`,
    title: problems[kind].title,
    status,
    detail: message,
    ...(fields.length > 0 && { errors: fields }),
  };
}

/** Reads such a document back; undefined for anything else. */
export function problemIn(content: unknown): Problem | undefined {
  if (typeof content !== 'object' || content === null || !('type' in content) || !('detail' in content)) {
    return undefined;
  }
  const {
    type,
    detail,
    title: _title,
    status: _status,
    errors,
    ...facts
  } = content as Readonly<Record<string, unknown>>;
  const kind = Object.keys(problems).find((each) => type === `urn:curfew:problem:${each}`) as ProblemKind | undefined;
  return kind === undefined || typeof detail !== 'string'
    ? undefined
    : new Problem(kind, detail, { facts, ...(Array.isArray(errors) && { fields: errors as readonly FieldProblem[] }) });
}
