import { requestRuleRecord } from '../../shared/contracts/records/request-rule.ts';
import {
  requestRuleKind,
  type RequestRuleKey,
  type RequestRuleTerms,
} from '../../shared/domain/requests/request-rule.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { recordCells, recordColumns, recordDocument } from '../../shared/terminal/records/record-rows.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import type { StoredKind } from '../records/stored-records.ts';

/** The rules, for the commands that edit them. They have no effect before somebody asks. */
export const storedRules: StoredKind<RequestRuleKey, RequestRuleTerms> = {
  record: requestRuleRecord,
  kind: requestRuleKind,
  section: 'rules',
  listedBy: 'requests rules list',
  storeOf: ({ requestRules }) => requestRules,
  effectOf: async () => Promise.resolve([]),
};

/** `requests rules list`. */
export async function listRules(context: CommandContext): Promise<ExitCode> {
  return withInstallation(context, async (installation) => {
    const { records, invalid } = await installation.requestRules.list();
    const rows = records.map((rule) => recordCells(requestRuleRecord, rule));
    context.tell({
      json: records.map((rule) => recordDocument(requestRuleRecord, rule)),
      text:
        rows.length === 0
          ? 'There are no rules: somebody decides on every request.'
          : renderTable([...recordColumns(requestRuleRecord)], rows, context.style),
    });
    invalid.forEach(({ key, problem }) => context.note(plainText(`The rule ${key} cannot be read: ${problem}`)));
    return exitCodes.done;
  });
}
