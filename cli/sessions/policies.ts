import { editableRecords } from '../../shared/application/edits/record-store.ts';
import { sessionPolicyRecord } from '../../shared/contracts/records/session-policy.ts';
import { sessionPolicyKind, type SessionPolicyTerms } from '../../shared/domain/sessions/session-policy.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import type { PlainRecords } from '../records/plain-records.ts';

/** The policies of sessions, for the commands of such records. */
export const policyRecords: PlainRecords<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms> = {
  record: sessionPolicyRecord,
  section: 'policies',
  keyOf: ([name = '']) => ({ name: name.trim() }),
  portsOf: ({ sessionPolicies }) => ({ records: editableRecords(sessionPolicyKind, sessionPolicies), ids: randomIds }),
  versionsOf: async ({ sessionPolicies }, { name }) => sessionPolicies.listVersions({ name }),
};
