import { editablePolicies } from '../../shared/application/edits/editable-records.ts';
import { sessionPolicyRecord } from '../../shared/contracts/records/session-policy.ts';
import type { SessionPolicyTerms } from '../../shared/domain/sessions/session-policy.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import type { PlainRecords } from '../records/plain-records.ts';

/** The policies of sessions, for the commands of such records. */
export const policyRecords: PlainRecords<Pick<SessionPolicyTerms, 'name'>, SessionPolicyTerms> = {
  record: sessionPolicyRecord,
  section: 'policies',
  keyOf: ([name = '']) => ({ name: name.trim() }),
  portsOf: ({ sessionPolicies }) => ({ records: editablePolicies(sessionPolicies), ids: randomIds }),
  versionsOf: async ({ sessionPolicies }, { name }) => sessionPolicies.versions(name),
};
