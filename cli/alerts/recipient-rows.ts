import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import type { TroubleCause, TroubledRecipient } from '../../shared/domain/mail/recipient.ts';

/** An address that mail does not reach, as the JSON documents show it. */
export interface UnreachableDocument {
  readonly address: string;
  /** `settings`: it is on the list that is kept by hand. */
  readonly cause: TroubleCause | 'settings';
  readonly since: string | null;
  readonly detail: string | null;
  readonly mailId: string | null;
  readonly subject: string | null;
}

export function troubledDocument({ address, trouble }: TroubledRecipient): UnreachableDocument {
  const { cause, since, detail, mailId, subject } = trouble;
  return { address, cause, since, detail, mailId: mailId ?? null, subject: subject ?? null };
}

/** One of the list in the settings: nothing more is known of it. */
export function keptByHand(address: string): UnreachableDocument {
  return { address, cause: 'settings', since: null, detail: null, mailId: null, subject: null };
}

export function unreachableTable(documents: readonly UnreachableDocument[], style: Style): string {
  const columns = [
    { title: 'Address' },
    { title: 'Why' },
    { title: 'Since' },
    { title: 'In the words of the mail service' },
  ];
  const rows = documents.map(({ address, cause, since, detail }) => [
    plainText(address),
    cause === 'settings' ? 'in the settings' : cause,
    since?.slice(0, 10) ?? '',
    plainText(detail ?? ''),
  ]);
  return renderTable(columns, rows, style);
}
