import type { FileContent } from '../../shared/budgets/contract/budget-file.ts';
import type { ApiClient } from '../../shared/kernel/api/client/api-client.ts';
import type { OperationDocument, OperationGiven } from '../../shared/kernel/contract/contracts.ts';
import type { CallTerms } from '../../shared/kernel/contract/operation-call.ts';
import { impactOptionsOf } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exportFile } from './export-file.ts';
import { importFile } from './import-file.ts';
import { lookAtEdit, makeEdit, tellsChange, type MakeTerms } from './make-edit.ts';
import type { RecordRoom } from './record-commands.ts';
import { saidIn, type Given } from './record-options.ts';
import { validateFile } from './valid-file.ts';
type Proposed = OperationGiven<'showImpact'>['body'];

/** Records that limits depend on: what names one, and its operations. */
export interface LimitRecords<Key, Terms extends Key, Address> extends Pick<RecordRoom<Key, Terms>, 'record' | 'key'> {
  readonly content: FileContent;
  /** Raises CommandError for words that name none. */
  readonly keyFrom: (words: readonly string[]) => Key;
  readonly addressOf: (key: Key) => Address;
  /** Raises CommandError for a setting that is wrong whatever the tables hold. */
  readonly check?: (given: Given) => void;
  readonly proposedSetting: (address: Address, said: Readonly<Record<string, unknown>>) => Proposed;
  readonly proposedRemoval: (address: Address) => Proposed;
  readonly set: (
    api: ApiClient,
    given: Address & MakeTerms['query'] & { body: Readonly<Record<string, unknown>> },
    call: CallTerms,
  ) => Promise<Made>;
  readonly remove: (api: ApiClient, given: Address & MakeTerms['query'], call: CallTerms) => Promise<Made>;
}

interface Made {
  readonly document: OperationDocument<'setBudget'>;
}

/** What their commands do: an edit is made once its impact is shown. */
export function limitCommands<Key, Terms extends Key, Address extends object>(
  kind: LimitRecords<Key, Terms, Address>,
): RecordRoom<Key, Terms>['run'] {
  const { record, key: names, content } = kind;

  async function edit(
    context: CommandContext,
    { words, options: all }: Given,
    {
      proposed,
      make,
    }: {
      readonly proposed: (address: Address) => Proposed;
      readonly make: (api: ApiClient, given: Address & MakeTerms['query'], call: CallTerms) => Promise<Made>;
    },
  ): Promise<ExitCode> {
    const key = kind.keyFrom(words);
    const address = kind.addressOf(key);
    const options = impactOptionsOf({ options: all });
    return makeEdit(
      context,
      {
        options,
        look: lookAtEdit(proposed(address), options),
        make: async (api, { query, call }) => (await make(api, { ...address, ...query }, call)).document,
      },
      tellsChange(record, key),
    );
  }

  return {
    async set(context, given) {
      kind.check?.(given);
      const said = saidIn(record, given, names);
      return edit(context, given, {
        proposed: (address) => kind.proposedSetting(address, said),
        make: async (api, address, call) => kind.set(api, { ...address, body: said }, call),
      });
    },
    rm: async (context, given) => edit(context, given, { proposed: kind.proposedRemoval, make: kind.remove }),
    import: async (context, { words: [path = ''], options }) => importFile(context, { path, content, options }),
    export: async (context, { words: [path] }) => exportFile(context, path, { kind: content, name: record.kind.name }),
    validate: async (context, { words: [path = ''] }) => validateFile(context, path, content),
  };
}
