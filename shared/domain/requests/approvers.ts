import { emailKey } from '../roster/email.ts';
import type { CreditRequest } from './request.ts';

/** Who is named to decide on requests: the approvers, or the admins where none is. */
export interface NamedApprovers {
  readonly admins: readonly string[];
  readonly approvers: readonly string[];
}

/** Who may decide on a request: all who are named but whoever asks. Empty: nobody may. */
export function approversOf({ email }: Pick<CreditRequest, 'email'>, named: NamedApprovers): readonly string[] {
  const all = named.approvers.length > 0 ? named.approvers : named.admins;
  return all.filter((approver) => emailKey(approver) !== email);
}
