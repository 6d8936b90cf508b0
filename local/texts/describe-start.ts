import type { EditsWatched } from '../../shared/kernel/records/use-cases/watch-edits.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import { noAdmin } from '../../shared/notifications/no-admin.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { BuildOutcome } from '../console/build-console.ts';
import type { Addresses } from '../state/running-file.ts';
import type { StateFolder } from '../state/state-folder.ts';
import { describeFailure } from './describe-failure.ts';

export function describeAddresses(
  {
    addresses,
    isDemo,
    folder,
    settings,
  }: {
    readonly addresses: Addresses;
    readonly isDemo: boolean;
    readonly folder: StateFolder;
    readonly settings: Settings;
  },
  style: Style,
): string {
  const { inbox, ses, platform, dynamo, dynamoAccessKeyId, door } = addresses;
  const rows = [
    inbox === undefined ? ['Mail service', ses, mailText(settings)] : ['Inbox', inbox, mailText(settings)],
    isDemo
      ? ['Platform emulator', platform, 'the demo organization; keys owner-key, manager-key, member-key, guest-key']
      : ['Platform', platform, 'the real one, by CURFEW_BASE_URL'],
    ...(door === undefined
      ? []
      : [
          [
            'Console',
            new URL(door.address).origin,
            'the link that signs you in is given once everything runs; another one: npx curfew console',
          ],
          [
            'Admin API',
            door.address,
            `for programs: openapi.json; the secret of this start is in ${folder.runningFile}`,
          ],
        ]),
    ['DynamoDB engine', dynamo, engineText(dynamoAccessKeyId, folder)],
    ['State', folder.dir, 'kept until --fresh'],
  ];
  return renderTable([{ title: 'Curfew' }, { title: 'Address' }, { title: 'What' }], rows, style);
}

function engineText(accessKeyId: string | undefined, { runningFile }: StateFolder): string {
  return accessKeyId === undefined
    ? 'another engine, by AWS_ENDPOINT_URL_DYNAMODB'
    : `for the tools of AWS: any region, and the access key id in ${runningFile}`;
}

function mailText({ admins }: Settings): string {
  return admins.length === 0 ? `${noAdmin.what}: ${noAdmin.command}` : `mails to ${admins.join(', ')}`;
}

/** The outcome of the console's build, in lines; empty when it was ready. */
export function describeConsoleBuild(outcome: BuildOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'up-to-date':
      return [];
    case 'built':
      return [`The console was built from its sources in ${outcome.seconds.toFixed(1)} s.`];
    case 'failed':
      return [`The console could not be built; everything else runs:`, outcome.detail];
  }
}

/** The outcome of a batch of edits, in lines; empty when nothing changed. */
export function describeEdits({ adopted, invalid, failedRows, enforcement }: EditsWatched): readonly string[] {
  if (enforcement === undefined) {
    return [];
  }
  const { status, held, capsChanged, capsFailed, alerts, problems } = enforcement.outcome;
  const isNews = adopted + invalid + failedRows.length + capsChanged + capsFailed + alerts > 0 || status !== 'complete';
  if (!isNews) {
    return [];
  }
  const facts = [
    `${grouped(capsChanged)} caps changed`,
    ...(capsFailed > 0 ? [`${grouped(capsFailed)} failed`] : []),
    ...(adopted > 0 ? [`${grouped(adopted)} direct edits adopted`] : []),
    ...(invalid > 0 ? [`${grouped(invalid)} rows are not valid`] : []),
    ...(failedRows.length > 0 ? [`${grouped(failedRows.length)} rows are looked at again`] : []),
    ...(alerts > 0 ? [`${grouped(alerts)} mails`] : []),
  ];
  const reason = held === undefined ? [] : [`held by the ${held.guard}: ${held.detail}`];
  const causes = [...reason, ...(status === 'failed' ? problems.slice(0, 1) : [])];
  return [
    plainText(
      `Edits, as of ${minuteText(enforcement.run.at)}: ${[...facts, ...causes].join('; ').replace(/\.$/u, '')}.`,
    ),
  ];
}

/** The message for edits that could not be adopted. */
export function describeTrouble(trouble: { readonly error?: unknown; readonly isGivenUp: boolean }): readonly string[] {
  const reason = trouble.error === undefined ? 'not all of them could be' : describeFailure(trouble.error);
  return trouble.isGivenUp
    ? [plainText(`Edits of the tables were given up after many tries (${reason}); the nightly run adopts them.`)]
    : trouble.error === undefined
      ? []
      : [plainText(`Edits of the tables are tried again: ${reason}`)];
}

const lastWordsMax = 300;

/** The message when the tables' engine has ended; `said`: its last output. */
export function describeLostEngine(said: string): string {
  const last = /(?:error|panic|full|memory|fatal)/iu.test(said)
    ? ` Its last words: ${plainText(said.slice(-lastWordsMax))}`
    : '';
  return `The DynamoDB engine of this installation has ended: it was killed, or it failed.${last} Nothing can be read or stored without it, so Curfew stops. What was stored is kept; start it again with "npm start", and the next run does the rest.`;
}
