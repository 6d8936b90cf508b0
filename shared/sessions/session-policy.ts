import type { EditedKind, NameKey } from '../kernel/records/record-kind.ts';
import { matchesWildcard } from '../kernel/texts/wildcard.ts';
import type { SessionFinding, SessionFindingKind } from './find-sessions.ts';

/** A policy's action for a session. Every finding gets an `alert` anyway. */
export const policyActions = ['alert', 'tag', 'compaction', 'model', 'archive'] as const;

/** `propose`: the finding names the action, and nothing is done. */
export const policyModes = ['propose', 'act'] as const;
export type PolicyMode = (typeof policyModes)[number];

export interface SessionPolicyTerms {
  readonly name: string;
  readonly findings?: readonly SessionFindingKind[];
  /** Case-insensitive patterns in which `*` is any text. A session without the field matches none. */
  readonly tag?: string;
  readonly model?: string;
  readonly computer?: string;
  readonly title?: string;
  readonly actions: readonly (typeof policyActions)[number][];
  readonly toModel?: string;
  readonly mode: PolicyMode;
  readonly note?: string;
}

export const sessionPolicyKind: EditedKind<NameKey, SessionPolicyTerms> = {
  name: 'session-policy',
  plainKey: ({ name }) => ({ name }),
  plain: (terms) => ({ ...terms }),
  subject: ({ name }) => `session-policy:${name}`,
  title: ({ name }) => `the session policy "${name}"`,
  sets: ['findings', 'actions'],
};

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

export function matchesPattern(text: string, pattern: string): boolean {
  return matchesWildcard(text.toLowerCase(), pattern.toLowerCase());
}
