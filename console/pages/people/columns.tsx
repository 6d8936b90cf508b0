import Badge from '@cloudscape-design/components/badge';
import type { TableProps } from '@cloudscape-design/components/table';
import { Link } from 'react-router';

import type { OperationDocument } from '../../api/call-api.ts';
import { Meter } from '../../parts/meter.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';

export type Caps = OperationDocument<'listCaps'>;
export type Cap = Caps['rows'][number];

/** How each person stands. */
export const columnsOf = ({ platformWindow: over }: Caps): readonly TableProps.ColumnDefinition<Cap>[] => [
  {
    id: 'email',
    header: 'Email',
    isRowHeader: true,
    cell: ({ email, stopped }) => (
      <>
        <Link to={`/people/${encodeURIComponent(email)}`}>
          <NameText charsMax={60} text={email} />
        </Link>{' '}
        {stopped && <Badge color="red">stopped</Badge>}
      </>
    ),
  },
  { id: 'left', header: 'Left', cell: ({ headroom }) => <CreditText credits={headroom} isShort none="not known" /> },
  {
    id: 'used',
    header: 'Used',
    minWidth: 130,
    cell: ({ email, used, limit }) => (
      <>
        <CreditText credits={used} isShort over={over} />
        {limit !== null && <Meter amount={limit} label={harmless(email)} over={over} used={used} />}
      </>
    ),
  },
  { id: 'limit', header: 'Limit', cell: ({ limit }) => <CreditText credits={limit} none="none" /> },
  {
    id: 'binding',
    header: 'Decides',
    cell: ({ binding }) =>
      binding === null ? (
        '–'
      ) : (
        <>
          <NameText charsMax={40} text={binding.scope} /> {binding.window}
        </>
      ),
  },
  { id: 'team', header: 'Team', cell: ({ team }) => (team === null ? '–' : <NameText charsMax={40} text={team} />) },
  { id: 'status', header: 'On the platform', cell: ({ status }) => status },
];
