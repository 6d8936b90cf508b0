import { sessionPolicyRecord } from '../../shared/contracts/records/session-policy.ts';
import { sessionPolicyKind, type SessionPolicyTerms } from '../../shared/domain/sessions/session-policy.ts';
import type { StoredKind } from '../records/stored-records.ts';

/** The policies of sessions, for the commands that edit such records. They have no effect before a run meets a session. */
export const storedPolicies: StoredKind<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms> = {
  record: sessionPolicyRecord,
  kind: sessionPolicyKind,
  section: 'policies',
  listedBy: 'sessions policies list',
  storeOf: ({ sessionPolicies }) => sessionPolicies,
  effectOf: async () => Promise.resolve([]),
};
