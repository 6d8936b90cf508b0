import type { EditedKind } from '../kernel/records/record-kind.ts';
import { matchesWildcard } from '../kernel/texts/wildcard.ts';
import type { SessionFinding, SessionFindingKind } from './find-sessions.ts';

/** What a policy does about a session. `alert` is what every finding gets anyway. */
export const policyActions = ['alert', 'tag', 'compaction', 'model', 'archive'] as const;
type PolicyAction = (typeof policyActions)[number];

/** `propose`: the finding names the action, and nothing is done. */
export const policyModes = ['propose', 'act'] as const;
export type PolicyMode = (typeof policyModes)[number];

/** What an admin sets for a policy: which findings of which sessions, and what is done about them. */
export interface SessionPolicyTerms {
  readonly name: string;
  /** Any when absent. */
  readonly findings?: readonly SessionFindingKind[];
  /** Patterns, in which `*` is any text; letter case says nothing. A session that lacks the field matches none. */
  readonly tag?: string;
  readonly model?: string;
  readonly computer?: string;
  readonly title?: string;
  readonly actions: readonly PolicyAction[];
  /** What `model` moves the session to. */
  readonly toModel?: string;
  readonly mode: PolicyMode;
  readonly note?: string;
}

/** Policies as records. */
export const sessionPolicyKind: EditedKind<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms> = {
  name: 'session-policy',
  plainKey: ({ name }) => ({ name }),
  plain: (terms) => ({ ...terms }),
  subject: ({ name }) => `session-policy:${name}`,
  title: ({ name }) => `the session policy "${name}"`,
  sets: ['findings', 'actions'],
};

/** Whether a policy is about a finding. */
export function isAbout(policy: SessionPolicyTerms, { kind, session }: SessionFinding): boolean {
  const { findings, tag, model, computer, title } = policy;
  return (
    (findings === undefined || findings.includes(kind)) &&
    matches(
      tag,
      (session.tags ?? []).map(({ name }) => name),
    ) &&
    matches(model, [session.model]) &&
    matches(computer, [session.computerId]) &&
    matches(title, [session.title])
  );
}

function matches(pattern: string | undefined, texts: readonly (string | undefined)[]): boolean {
  return pattern === undefined || texts.some((text) => text !== undefined && matchesPattern(text, pattern));
}

/** Whether a text matches a pattern, in whatever letter case. */
export function matchesPattern(text: string, pattern: string): boolean {
  return matchesWildcard(text.toLowerCase(), pattern.toLowerCase());
}
