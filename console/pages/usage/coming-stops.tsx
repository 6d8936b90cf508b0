import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';

import { weekdayAndDay } from '../../../shared/kernel/texts/run-out.ts';
import type { OperationDocument } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { FiguresTable } from '../../parts/charts/figures-table.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PersonLink } from '../../parts/texts/page-link.tsx';

const shownMax = 10;
const readMax = '1000';

export function useComingStops(team: string) {
  return useRead('listComingStops', { limit: readMax, ...(team !== '' && { team }) }, { keepsRows: true });
}

/** Whom their limits will stop in the next seven days, the soonest first. */
export function ComingStops({ stops }: { readonly stops: OperationDocument<'listComingStops'> }) {
  const { rows, place } = stops;
  const more = (place?.total ?? rows.length) - shownMax;
  return (
    <Container
      header={
        <Header
          counter={`(${place?.total ?? rows.length})`}
          description="At their usual pace and under the limits in force. A share of a shared budget is divided anew every night."
          variant="h2"
        >
          Will be stopped this week
        </Header>
      }
    >
      {rows.length === 0 ? (
        <p>No one.</p>
      ) : (
        <ul className="rows">
          {rows.slice(0, shownMax).map(({ email, on, left, scope, window }) => (
            <li key={email}>
              <b>{weekdayAndDay(on)}</b> <PersonLink email={email} />, <CreditText credits={left} isShort /> left
              {scope !== null && (
                <>
                  {' '}
                  <span className="soft">
                    of <NameText charsMax={60} text={scope} /> {window}
                  </span>
                </>
              )}
            </li>
          ))}
          {more > 0 && <li>and {more} more in the figures</li>}
        </ul>
      )}
      <FiguresTable
        figures={{
          title: 'Will be stopped this week',
          columns: ['Email', 'Day', 'Credits left', 'Limit', 'Budget', 'Team'],
          rows: rows.map(({ email, on, left, limit, scope, window, team: of }) => [
            email,
            on,
            left,
            limit,
            scope === null ? null : `${scope} ${window ?? ''}`,
            of,
          ]),
        }}
      />
    </Container>
  );
}
