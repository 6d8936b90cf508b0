/**
 * What a signed link is for: to ask for credits, to decide on a request, to connect the hook of one's machine, to
 * acknowledge a change of the controls, or to send the form of a page that was opened.
 */
export const linkPurposes = ['ask', 'decide', 'hook', 'acknowledge', 'form'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** What a signed link says. Who holds it may do one thing, as one person, until a moment. */
export interface LinkClaim {
  readonly purpose: LinkPurpose;
  /** An email in its matching form. */
  readonly person: string;
  /** The condition or the revisions that a mail was about, the request to decide on, or the act of a form. */
  readonly subject: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** Tells links of the same subject apart. */
  readonly nonce: string;
}

/** Longer texts are no link of ours. */
export const linkCharsMax = 1_500;
const partCharsMax = 600;

/** The text that is signed: a list, whose order and quotes leave no two readings. */
export function formatClaim({ purpose, person, subject, expiresAt, nonce }: LinkClaim): string {
  return JSON.stringify([purpose, person, subject, expiresAt, nonce]);
}

/** Reads such a text; undefined for every other one. */
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

/** Whether a claim is still good at a moment, in Unix milliseconds. */
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
