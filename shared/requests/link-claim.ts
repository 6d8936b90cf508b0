/** A signed link's purpose: ask for credits, decide, connect a hook, acknowledge a change, or send a page's form. */
export const linkPurposes = ['ask', 'decide', 'hook', 'acknowledge', 'form'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** The content of a signed link. Its holder may do one thing, as one person, until a moment. */
export interface LinkClaim {
  readonly purpose: LinkPurpose;
  /** An email in its matching form. */
  readonly person: string;
  /** The condition or the revisions of a mail, the request to decide on, or a form's action. */
  readonly subject: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly nonce: string;
}

/** Longer texts are not links of ours. */
export const linkCharsMax = 1_500;
const partCharsMax = 600;

/** Returns the text to sign: a list, whose order and quotes are unambiguous. */
export function formatClaim({ purpose, person, subject, expiresAt, nonce }: LinkClaim): string {
  return JSON.stringify([purpose, person, subject, expiresAt, nonce]);
}

export function readClaim(text: string): LinkClaim | undefined {
  const parts = parsed(text);
  if (!Array.isArray(parts) || parts.length !== 5) {
    return undefined;
  }
  const [purpose, person, subject, expiresAt, nonce] = parts as readonly unknown[];
  const known = linkPurposes.find((each) => each === purpose);
  return known !== undefined && isText(person) && isText(subject) && isText(nonce) && Number.isSafeInteger(expiresAt)
    ? { purpose: known, person, subject, expiresAt: Number(expiresAt), nonce }
    : undefined;
}

/** Whether a claim is still valid at a moment in Unix milliseconds. */
export function isInTime({ expiresAt }: LinkClaim, nowMs: number): boolean {
  return nowMs < expiresAt * 1_000;
}

function isText(part: unknown): part is string {
  return typeof part === 'string' && part.length > 0 && part.length <= partCharsMax;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
