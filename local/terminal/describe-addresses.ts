import type { Addresses } from '../running-file.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

/** Where every part of a running installation answers, as a table. */
export function describeAddresses(
  {
    addresses,
    isDemo,
    folder,
  }: { readonly addresses: Addresses; readonly isDemo: boolean; readonly folder: { readonly dir: string } },
  style: Style,
): string {
  const { inbox, ses, platform, dynamo } = addresses;
  const rows = [
    inbox === undefined ? ['Mail service', ses, ''] : ['Inbox', inbox, 'every mail that Curfew sends'],
    isDemo
      ? ['Platform emulator', platform, 'the demo organization; keys owner-key, manager-key, member-key, guest-key']
      : ['Platform', platform, 'yours'],
    ['DynamoDB engine', dynamo, 'for the AWS tools: any region, any credentials'],
    ['State', folder.dir, 'kept until --fresh'],
  ];
  return renderTable([{ title: 'Curfew' }, { title: 'Address' }, { title: 'What' }], rows, style);
}
