/** platform-api.md, "Criterion evaluation". */
export type Evaluation = { readonly numerator: number; readonly denominator: number; readonly rationale: string };

/** platform-api.md, "Readiness report". `createdAt` is in Unix ms. */
export type ReadinessReport = {
  readonly reportId: string;
  readonly createdAt: number;
  readonly repoUrl: string;
  readonly apps: Readonly<Record<string, { readonly description: string }>>;
  readonly report: Readonly<Record<string, Evaluation>>;
  readonly commitHash?: string;
  readonly branch?: string;
  readonly hasLocalChanges?: boolean;
  readonly hasNonRemoteCommits?: boolean;
  readonly modelUsed?: { readonly id: string; readonly reasoningEffort: 'low' | 'medium' | 'high' | 'off' };
  readonly agentVersion?: string;
};
