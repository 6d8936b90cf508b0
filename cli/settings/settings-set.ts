import { adoptSettings, editableSettings } from '../../shared/application/edits/edit-settings.ts';
import { makeEdit, planSetting } from '../../shared/application/edits/edit-record.ts';
import { settingsOf, settingsRecord, wantedAt } from '../../shared/contracts/records/settings.ts';
import type { Settings } from '../../shared/contracts/settings.ts';
import { noEdits } from '../../shared/domain/impact/proposed-edits.ts';
import type { JournalValue } from '../../shared/domain/journal/journal-entry.ts';
import { termsIn, type RecordChange } from '../../shared/domain/records/diff-records.ts';
import { withSetting, type SettingsTerms } from '../../shared/domain/settings/settings-record.ts';
import { randomIds } from '../../shared/runtime/random-ids.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import type { Installation } from '../../shared/wiring/installation.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { changeDocument, describeChange } from '../../shared/terminal/records/record-rows.ts';
import { agreeOnImpact, endUnmade } from '../records/impact-question.ts';
import type { ImpactOptions } from '../records/impact-options.ts';
import { termsFrom } from '../records/record-options.ts';
import { refuseDeployment, settingNamed, settingsPorts } from './settings-place.ts';

/** What was given to `settings set`. */
export interface SettingOrder {
  readonly name: string;
  readonly value: string | undefined;
  /** Take it out, so that its default counts. */
  readonly isDefault: boolean;
  readonly options: ImpactOptions;
}

/** `settings set NAME VALUE`: changes one setting in the file, once its impact is shown, with its version and its journal entry. */
export async function setSetting(context: CommandContext, order: SettingOrder): Promise<ExitCode> {
  refuseDeployment(context);
  const { path } = settingNamed(order.name);
  const value = valueOf(order);
  return withInstallation(context, async (installation) => change(context, installation, { ...order, path, value }));
}

async function change(
  context: CommandContext,
  installation: Installation,
  {
    path,
    value,
    options,
  }: Pick<SettingOrder, 'options'> & { readonly path: string; readonly value: JournalValue | undefined },
): Promise<ExitCode> {
  const ports = { ...settingsPorts(installation), ids: randomIds };
  const author = authorOf(context);
  if (options.dryRun !== true) {
    // What somebody changed by hand is a version of its own, and not of whoever comes next.
    await adoptSettings(ports, author.at);
  }
  const records = editableSettings(ports);
  const agreement = await agreeOnImpact(context, {
    installation,
    options,
    async propose() {
      const plan = possible(
        await planSetting(records, {
          key: {},
          termsFrom: (before) => {
            const kept: SettingsTerms = before === undefined ? {} : termsIn<SettingsTerms>(before);
            return termsFrom(settingsRecord, withSetting(kept, path, value));
          },
        }),
      );
      return { plan, edits: noEdits, ...(plan.kind === 'planned' && { settingsAfter: settingsAfter(plan.change) }) };
    },
    furtherFields: (plan) => (plan.kind === 'planned' ? changeDocument(settingsRecord, plan.change) : { change: null }),
  });
  if (agreement.kind !== 'agreed') {
    return endUnmade(context, agreement);
  }
  const { impact } = agreement;
  const outcome = possible(await makeEdit({ records, ids: ports.ids }, agreement.plan, author));
  if (outcome.kind === 'unchanged') {
    context.tell({ json: { change: null, impact }, text: `${path} is like that already; nothing was changed.` });
    return exitCodes.done;
  }
  const text = `The settings were changed: ${plainText(describeChange(settingsRecord, outcome.change))}.`;
  context.tell({ json: { ...changeDocument(settingsRecord, outcome.change), impact }, text });
  context.note(`It counts from the next run on${installation.isRunning ? '' : '; no installation runs here'}.`);
  return exitCodes.done;
}

function settingsAfter(edit: RecordChange<SettingsTerms>): Settings {
  return settingsOf(edit.kind === 'remove' ? {} : termsIn<SettingsTerms>(edit.after));
}

/** Raises CommandError for an edit that cannot be made. */
function possible<Edit extends { readonly kind: string }>(
  edit: Edit,
): Exclude<Edit, { readonly kind: 'refused' | 'not-there' }> {
  if (edit.kind === 'refused' || edit.kind === 'not-there') {
    throw new CommandError('problem' in edit ? String(edit.problem) : 'There are no settings');
  }
  return edit as Exclude<Edit, { readonly kind: 'refused' | 'not-there' }>;
}

/** The plain value that a text means; undefined for the default. Raises CommandError for both or neither. */
function valueOf({ name, value, isDefault }: Omit<SettingOrder, 'options'>): JournalValue | undefined {
  if (isDefault === (value !== undefined)) {
    throw wrongUsage(`give ${name} a value (${wantedAt(name)}), or --default`);
  }
  return value === undefined ? undefined : (settingsRecord.fields[name]?.form.read(value) as JournalValue);
}
