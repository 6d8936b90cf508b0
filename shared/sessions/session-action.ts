import { canonicalJson, type Json } from '../controls/json.ts';
import { isSameValue } from '../kernel/records/same-value.ts';
import type { FindingAction } from '../kernel/runs/finding.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { SessionFinding, SessionFindingKind } from './find-sessions.ts';
import { isAbout, type PolicyMode, type SessionPolicyTerms } from './session-policy.ts';
import type { Session, SessionTag } from './session.ts';

export const actionKinds = ['tag', 'compaction', 'model', 'archive'] as const;
type ActionKind = (typeof actionKinds)[number];

/** An action that policies want. Each is taken at most once for a session. */
export interface WantedAction {
  readonly sessionId: string;
  readonly kind: ActionKind;
  readonly policy: string;
  readonly mode: PolicyMode;
  readonly finding: SessionFindingKind;
  readonly reason: string;
  readonly toModel?: string;
}

/**
 * The fields of a session that an action sets, or their values before; absent where the session lacks it. For tags,
 * `before` has the names and digests of all, and `after` the added one.
 */
export interface ChangedFields {
  readonly tags?: readonly SessionTag[];
  readonly compactionCheck?: boolean;
  readonly model?: string;
  readonly archivedAt?: string;
}

/**
 * The state of an action. `intended`: it is, or was, about to be sent, with an unknown outcome. `put-off`: the platform
 * did not accept it then; a later run retries. `restore-wanted` and `restoring` are the same for undoing it; `kept`: it
 * could not be undone.
 */
export const actionStates = [
  'intended',
  'put-off',
  'done',
  'failed',
  'restore-wanted',
  'restoring',
  'restored',
  'kept',
] as const;
type ActionState = (typeof actionStates)[number];

export interface TakenAction {
  readonly sessionId: string;
  readonly kind: ActionKind;
  readonly policy: string;
  readonly reason: string;
  readonly state: ActionState;
  readonly before: ChangedFields;
  readonly after: ChangedFields;
  /** ISO instant at which it was taken, and the run. */
  readonly at: string;
  readonly runId: string;
  readonly by?: string;
  readonly problem?: string;
  readonly attempts: number;
  /** Counts writes; a write of a stale version is refused. */
  readonly version: number;
}

export function isUnsettled({ state }: TakenAction): boolean {
  return state === 'intended' || state === 'restore-wanted' || state === 'restoring';
}

const curfewTag = 'curfew';

/** Returns what the policies want done, each action of a session once; acting comes before proposing. */
export function wantedActions(
  findings: readonly SessionFinding[],
  policies: readonly SessionPolicyTerms[],
): readonly WantedAction[] {
  const wanted = new Map<string, WantedAction>();
  const byName = policies.toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  for (const finding of findings) {
    for (const policy of byName.filter((each) => isAbout(each, finding))) {
      for (const kind of actionKinds.filter((each) => policy.actions.includes(each))) {
        const action = wantedBy(policy, kind, finding);
        const other = wanted.get(actionId(action));
        if (other === undefined || (other.mode === 'propose' && action.mode === 'act')) {
          wanted.set(actionId(action), action);
        }
      }
    }
  }
  return [...wanted.values()];
}

function wantedBy(
  { name, mode, toModel }: SessionPolicyTerms,
  kind: ActionKind,
  { session, what, kind: why }: SessionFinding,
): WantedAction {
  return {
    sessionId: session.sessionId,
    kind,
    policy: name,
    mode,
    finding: why,
    reason: `${why}: ${what}`,
    toModel: kind === 'model' ? toModel : undefined,
  };
}

export function actionId({ sessionId, kind }: { readonly sessionId: string; readonly kind: ActionKind }): string {
  return `${sessionId}/${kind}`;
}

/** Returns an action's new and current values; undefined if nothing is left to do. `at`: ISO instant. */
export function changeOf(
  session: Session,
  { kind, policy, reason, toModel }: WantedAction,
  at: string,
): { readonly before: ChangedFields; readonly after: ChangedFields } | undefined {
  const before = fieldsOf(session, kind);
  switch (kind) {
    case 'tag': {
      const isTagged = session.tags?.some(({ name }) => name === curfewTag) === true;
      return isTagged
        ? undefined
        : {
            before: session.tags === undefined ? before : { tags: session.tags.map(tagToRecord) },
            after: { tags: [{ name: curfewTag, metadata: { reason, policy, at } }] },
          };
    }
    case 'compaction':
      return session.compactionCheck === true ? undefined : { before, after: { compactionCheck: true } };
    case 'model':
      return toModel === undefined || session.model === toModel ? undefined : { before, after: { model: toModel } };
    case 'archive':
      return session.archivedAt !== undefined ? undefined : { before, after: { archivedAt: at } };
  }
}

/** Returns what to send so that the session matches `after` and is otherwise unchanged: others' tags are kept. */
export function settingsFor(session: Session, after: ChangedFields): ChangedFields {
  return after.tags === undefined ? after : { tags: [...(session.tags ?? []), ...after.tags] };
}

export function isAsAfter(session: Session, { kind, after }: TakenAction): boolean {
  switch (kind) {
    case 'tag':
      return after.tags?.every((tag) => (session.tags ?? []).some((each) => isSameTag(each, tag))) === true;
    case 'compaction':
      return session.compactionCheck === after.compactionCheck;
    case 'model':
      return session.model === after.model;
    case 'archive':
      return Date.parse(session.archivedAt ?? '') === Date.parse(after.archivedAt ?? '');
  }
}

/** Returns others' tags that a session had before an action and lacks after it: a lost update. */
export function lostTags(session: Session, { before }: TakenAction): readonly string[] {
  const now = (session.tags ?? []).map(tagToRecord);
  return (before.tags ?? []).filter((tag) => !now.some((each) => isSameTag(each, tag))).map(({ name }) => name);
}

type Restoration =
  | { readonly kind: 'send'; readonly fields: ChangedFields }
  | { readonly kind: 'keep'; readonly reason: string };

/** `unarchiveWith`: the value by which the platform undoes an archiving, which its document does not show. */
export function restorationOf(
  session: Session,
  action: TakenAction,
  { unarchiveWith }: { readonly unarchiveWith?: string | undefined },
): Restoration {
  const { kind, before, after } = action;
  if (!isAsAfter(session, action)) {
    return { kind: 'keep', reason: 'it was changed since and was left alone' };
  }
  switch (kind) {
    case 'tag':
      return {
        kind: 'send',
        fields: {
          tags: (session.tags ?? []).filter((tag) => after.tags?.some((ours) => isSameTag(tag, ours)) !== true),
        },
      };
    case 'compaction':
      // The document shows no value for unset; off is equivalent.
      return { kind: 'send', fields: { compactionCheck: before.compactionCheck ?? false } };
    case 'model':
      return before.model === undefined
        ? {
            kind: 'keep',
            reason: 'the session named no model before, and the platform’s document shows no way to take one away',
          }
        : { kind: 'send', fields: { model: before.model } };
    case 'archive':
      return unarchiveWith === undefined
        ? {
            kind: 'keep',
            reason:
              'the platform’s document shows no way to take an archiving back; see the setting sessions.unarchiveWith',
          }
        : { kind: 'send', fields: { archivedAt: unarchiveWith } };
  }
}

/** Whether a session has the values that were sent to undo an action. */
export function isAsSent(session: Session, kind: ActionKind, fields: ChangedFields): boolean {
  switch (kind) {
    case 'tag':
      return isSameValue(session.tags ?? [], fields.tags ?? []);
    case 'compaction':
      return session.compactionCheck === fields.compactionCheck;
    case 'model':
      return session.model === fields.model;
    case 'archive':
      return (session.archivedAt ?? '') === fields.archivedAt;
  }
}

const shownStatus: Readonly<Partial<Record<ActionState, FindingAction['status']>>> = {
  intended: 'unknown',
  'put-off': 'failed',
  failed: 'failed',
  done: 'done',
};

export function shownAction({ kind }: WantedAction, taken: TakenAction | undefined): FindingAction | null {
  const status = taken === undefined ? 'proposed' : shownStatus[taken.state];
  return status === undefined ? null : { kind, status };
}

function fieldsOf({ tags, compactionCheck, model, archivedAt }: Session, kind: ActionKind): ChangedFields {
  const fields = { tag: { tags }, compaction: { compactionCheck }, model: { model }, archive: { archivedAt } }[kind];
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ChangedFields;
}

/** Returns another person's tag for recording: its content may be secret, and its digest is enough to find it again. */
function tagToRecord(tag: SessionTag): SessionTag {
  return { name: tag.name, metadata: { sha256: sha256(canonicalJson(tag as unknown as Json)) } };
}

function isSameTag(a: SessionTag, b: SessionTag): boolean {
  return isSameValue(a, b);
}

/** An action in words: its state, why, and what went wrong. */
export function describeAction({ state, policy, reason, problem }: TakenAction): string {
  return `${state}, by the policy “${policy}”: ${reason}${problem === undefined ? '' : ` (${problem})`}`;
}
