/** How the figures of sessions follow from what their owners were granted. */
export interface SessionFigures {
  /** The share of the credits that any session shows, 0 to 1. */
  readonly coverage: number;
  /** What one credit is in `serviceCredits`, whose unit the document does not state. */
  readonly creditScale: number;
  /** So many minutes pass until sessions show what happened. */
  readonly lagMinutes: number;
}

/** All of it, in credits, at once. */
export const exactFigures: SessionFigures = { coverage: 1, creditScale: 1, lagMinutes: 0 };
