import type { ComputerStore, FleetFacts } from '../../../application/watchers/computers/ports.ts';
import type { Approval, ComputerRecord } from '../../../domain/computers/computer-record.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** What is known of computers in memory, with the semantics of `dynamoComputerStore`. */
export function memoryComputerStore(): ComputerStore {
  const records = new Map<string, ComputerRecord>();
  const approvals = new Map<string, Approval>();
  let facts: FleetFacts = { words: {} };

  return {
    async read() {
      return storedCopy({
        records: sortedBy(records, ([name]) => name).map(([, record]) => record),
        approvals: sortedBy(approvals, ([name]) => name).map(([, approval]) => approval),
        facts,
      });
    },
    async put(changed) {
      changed.forEach((record) => records.set(record.name, storedCopy(record)));
    },
    async putFacts(given) {
      facts = storedCopy(given);
    },
    async forget(names) {
      names.forEach((name) => records.delete(name));
    },
    async approve(given) {
      given.forEach((approval) => approvals.set(approval.name, storedCopy(approval)));
    },
  };
}
