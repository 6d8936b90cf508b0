import type { Settings } from '../../shared/contracts/settings/settings.ts';
import type { Addresses } from '../state/running-file.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

interface Described {
  readonly addresses: Addresses;
  readonly isDemo: boolean;
  readonly folder: StateFolder;
  readonly settings: Settings;
}

/** Where every part of a running installation answers, as a table. */
export function describeAddresses({ addresses, isDemo, folder, settings }: Described, style: Style): string {
  const { inbox, ses, platform, dynamo, dynamoAccessKeyId, door } = addresses;
  const rows = [
    inbox === undefined
      ? ['Mail service', ses, mailText(settings, folder)]
      : ['Inbox', inbox, mailText(settings, folder)],
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

function mailText({ admins }: Settings, { settingsFile }: StateFolder): string {
  return admins.length === 0
    ? `nobody is notified of anything: name admins in ${settingsFile}`
    : `mails to ${admins.join(', ')}`;
}
