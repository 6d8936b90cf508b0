interface Limit {
  readonly email: string;
  readonly limit: number;
}

interface Refusal {
  readonly email: string;
  readonly error: string;
}

interface LimitAnswers {
  readonly updated: readonly Limit[];
  readonly errors: readonly Refusal[];
}

interface SortedLimitAnswers extends LimitAnswers {
  readonly missing: readonly string[];
  readonly contradictory: readonly string[];
  readonly unexpected: readonly string[];
}

/**
 * Holds the platform's two lists against what was sent, so that counts which do not add up are seen. Emails are
 * compared without regard to case; those given back are spelt as sent.
 */
export function sortLimitAnswers(sent: readonly Limit[], answers: LimitAnswers): SortedLimitAnswers {
  const answered = byEmail(answers);
  const updated: Limit[] = [];
  const errors: Refusal[] = [];
  const missing: string[] = [];
  const contradictory: string[] = [];
  for (const { email, limit } of sent) {
    const { limits, refusals } = answered.get(keyOf(email)) ?? { limits: [], refusals: [] };
    const [error] = refusals;
    if (error === undefined && limits.length === 0) {
      missing.push(email);
    } else if (error !== undefined && limits.length === 0) {
      errors.push({ email, error });
    } else if (error === undefined && limits.every((set) => set === limit)) {
      updated.push({ email, limit });
    } else {
      contradictory.push(email);
    }
  }
  const sentKeys = new Set(sent.map(({ email }) => keyOf(email)));
  const unexpected = [...answered.keys()].filter((email) => !sentKeys.has(email));
  return { updated, errors, missing, contradictory, unexpected };
}

interface Answered {
  readonly limits: number[];
  readonly refusals: string[];
}

function byEmail({ updated, errors }: LimitAnswers): Map<string, Answered> {
  const answered = new Map<string, Answered>();
  const of = (email: string): Answered => {
    const entry = answered.get(keyOf(email)) ?? { limits: [], refusals: [] };
    answered.set(keyOf(email), entry);
    return entry;
  };
  updated.forEach(({ email, limit }) => of(email).limits.push(limit));
  errors.forEach(({ email, error }) => of(email).refusals.push(error));
  return answered;
}

function keyOf(email: string): string {
  return email.trim().toLowerCase();
}
