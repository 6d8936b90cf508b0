import type { SessionStore } from '../ports.ts';
import type { TakenAction } from '../session-action.ts';

/** The result of a request to restore a session; the watcher's next run does it. */
type RestoreWanted =
  | { readonly kind: 'wanted'; readonly actions: readonly TakenAction[] }
  | { readonly kind: 'nothing'; readonly actions: readonly TakenAction[] };

/** Requests that Curfew's changes of a session are undone. `by`: the requester. Skips actions that changed. */
export async function wantRestore(store: SessionStore, sessionId: string, by: string): Promise<RestoreWanted> {
  const actions = (await store.listActions()).filter((action) => action.sessionId === sessionId);
  const wanted: TakenAction[] = [];
  for (const { problem: _problem, ...action } of actions.filter(({ state }) => state === 'done' || state === 'kept')) {
    const next: TakenAction = { ...action, state: 'restore-wanted', by, version: action.version + 1 };
    if (await store.putAction(next)) {
      wanted.push(next);
    }
  }
  return wanted.length === 0 ? { kind: 'nothing', actions } : { kind: 'wanted', actions: wanted };
}
