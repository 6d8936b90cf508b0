import './people.css';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { Link, useParams, useSearchParams } from 'react-router';

import { useMay } from '../../api/caller.ts';
import { useRead } from '../../api/queries.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';
import { Exempt } from './exempt.tsx';
import { GiveCredits } from './give-credits.tsx';
import { Grants } from './grants.tsx';
import { Layers } from './layers.tsx';
import { PersonHistory } from './person-history.tsx';
import { PersonStatus } from './person-status.tsx';
import type { Explanation } from './person.ts';
import { UseChart } from './use-chart.tsx';

/** One person: why their limit is what it is, where their use is heading, and what to give them. */
export function Page() {
  const { email = '' } = useParams();
  const read = useRead('explainUser', { email });
  const person = read.data?.document;
  return (
    <PageFrame
      actions={<Actions email={email} />}
      description={
        person !== undefined && (
          <>
            {person.name !== null && (
              <>
                <NameText text={person.name} />,{' '}
              </>
            )}
            platform window through {person.platformWindow.through}
          </>
        )
      }
      reads={[read]}
      title={harmless(email)}
    >
      {() => person !== undefined && <Known email={email} person={person} />}
    </PageFrame>
  );
}

function Known({ email, person }: { readonly email: string; readonly person: Explanation }) {
  const [search] = useSearchParams();
  const doing = search.get('do');
  return (
    <SpaceBetween size="l">
      <PersonStatus person={person} />
      {doing === 'give' && <GiveCredits email={email} limit={person.limit} needed={person.needed} />}
      {doing === 'exempt' && <Exempt email={email} />}
      <Grants email={email} />
      <Layers layers={person.layers} />
      <UseChart email={email} />
      <PersonHistory email={email} />
    </SpaceBetween>
  );
}

/** Actions on a person; the open one is in the address. */
function Actions({ email }: { readonly email: string }) {
  const [search, setSearch] = useSearchParams();
  const [mayGive, mayExempt, mayEdit] = [useMay('addTopUp'), useMay('addExemption'), useMay('setBudget')];
  const doing = search.get('do');
  const toggle = (what: string): void => setSearch(doing === what ? {} : { do: what }, { replace: true });
  return (
    <SpaceBetween alignItems="center" direction="horizontal" size="s">
      {mayGive && (
        <Button ariaExpanded={doing === 'give'} onClick={() => toggle('give')} variant="primary">
          Give credits …
        </Button>
      )}
      {mayExempt && (
        <Button ariaExpanded={doing === 'exempt'} onClick={() => toggle('exempt')}>
          Exempt …
        </Button>
      )}
      {mayEdit && <Link to={`/budgets/${encodeURIComponent(`user:${email}`)}?window=month`}>Own budget, reserve</Link>}
    </SpaceBetween>
  );
}
