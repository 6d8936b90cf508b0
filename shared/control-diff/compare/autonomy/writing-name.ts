import { words } from '../../../coverage/words.ts';

const writing = new Set(
  words(`
  write create delete remove update edit push merge deploy exec execute run drop send post put patch publish apply upload
  set add kill terminate shell bash insert upsert truncate alter grant revoke restart stop start reboot approve reject
  close reopen comment reply invite transfer pay refund charge order book schedule cancel archive rename move copy
  import sync submit commit rebase tag release rollback revert scale purge wipe reset destroy disable enable change
  modify replace store save mutate sql eval invoke trigger dispatch assign unassign lock unlock rotate provision
  migrate flush clear evict drain cordon install uninstall unpublish erase overwrite append attach detach share
  unshare sign mint withdraw buy sell email message notify tweet click type fill navigate evaluate command cmd script
  powershell ssh terminal admin root sudo writer manage mgmt
  `),
);

/** A name that begins so reads, whatever follows: `list_created`, `get_post`. */
const reading = new Set(
  words(
    'get list read search query find fetch describe view show count check lookup browse explain head stat summarize',
  ),
);

const lengthMax = 200;

/** Whether a tool or server writes, by the words of its name: `drop_table`, `deleteIssue`. */
export function isWritingName(name: string): boolean {
  const parts = name
    .slice(0, lengthMax)
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((part) => part !== '');
  const [first = ''] = parts;
  return reading.has(first)
    ? parts.some((part) => part === 'write' || part === 'execute')
    : parts.some((part) => writing.has(part));
}
