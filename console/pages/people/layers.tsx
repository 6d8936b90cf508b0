import Badge from '@cloudscape-design/components/badge';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import { Link } from 'react-router';

import { inheritedFrom } from '../../../shared/budgets/budget-title.ts';
import { useMay } from '../../api/caller.ts';
import { daysIn } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { guaranteeFault } from '../../parts/texts/guarantee-text.ts';
import { NameText, harmless } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { budgetPath } from '../budgets/budget-row.ts';
import { idleWords, layerParts, leftToThem, type Explanation, type Layer } from './person.ts';

/** A person's budgets as bars; the strictest one wins. */
export function Layers({ layers }: Pick<Explanation, 'layers'>) {
  return (
    <Container
      header={
        <Header
          counter={`(${layers.length})`}
          description="Filled is used, striped is what it leaves this person. If several budgets apply, the strictest one wins."
          variant="h2"
        >
          Budgets that concern them
        </Header>
      }
    >
      <ul className="people-layers">
        {layers.map((layer) => (
          <OneLayer key={`${layer.scope} ${layer.window}`} layer={layer} />
        ))}
      </ul>
    </Container>
  );
}

function OneLayer({ layer }: { readonly layer: Layer }) {
  const { scope, window, amount, topUps, used, binds, resetsAt, share, owners, pool } = layer;
  const left = leftToThem(layer);
  const [usedPart = 0, theirs = 0] = layerParts(layer);
  const label = `${harmless(scope)} ${window}`;
  const guarantee = pool === null ? undefined : (guaranteeFault(pool) ?? pool.verdict?.detail);
  return (
    <li className={binds ? 'people-layer people-layer-binds' : 'people-layer'}>
      <Head layer={layer} />
      <div aria-label={`${label}: ${Math.round(usedPart * 100)} % used`} className="people-bar" role="img">
        <div className={usedPart >= 1 ? 'people-bar-full' : 'people-bar-used'} style={{ inlineSize: part(usedPart) }} />
        <div className="people-bar-theirs" style={{ inlineSize: part(theirs) }} />
      </div>
      <div className="people-layer-foot">
        <span>
          <CreditText credits={used} none="not known" over={daysIn(layer.from, layer.through)} /> of{' '}
          <CreditText credits={amount === 'unlimited' ? null : amount} none="unlimited" />
          {topUps !== null && topUps > 0 && (
            <>
              {' '}
              + <CreditText credits={topUps} /> top-up
            </>
          )}
        </span>
        {left !== null && (
          <span>
            leaves them <CreditText credits={left} />
          </span>
        )}
        {share !== null && share.reserved > 0 && (
          <span>
            reserved for them <CreditText credits={share.reserved} />
          </span>
        )}
        {resetsAt !== null && (
          <span>
            resets <TimeText at={resetsAt} />
          </span>
        )}
        {guarantee !== undefined && (
          <span>
            <NameText charsMax={400} text={guarantee} />
          </span>
        )}
        {owners.length > 0 && (
          <span>
            owner <NameText charsMax={80} text={owners.join(', ')} />
          </span>
        )}
      </div>
    </li>
  );
}

function Head({ layer }: { readonly layer: Layer }) {
  const { scope, window, binds, doesNotBindBecause } = layer;
  return (
    <div className="people-layer-head">
      <Link to={budgetPath(scope, window)}>
        <NameText charsMax={60} text={scope} /> {window}
      </Link>
      <Source layer={layer} />
      {binds ? (
        <Badge color="red">decides</Badge>
      ) : (
        <span className="people-soft">{idleWords(doesNotBindBecause)}</span>
      )}
    </div>
  );
}

/** The team whose default the budget is. */
function Source({ layer: { scope, window } }: { readonly layer: Layer }) {
  const mayEdit = useMay('setBudget');
  const source = inheritedFrom(scope);
  if (source === undefined) {
    return null;
  }
  return (
    <span className="people-soft">
      <NameText charsMax={100} text={source} />
      {mayEdit && (
        <>
          {' '}
          (<Link to={budgetPath(scope, window)}>change the team’s default</Link>)
        </>
      )}
    </span>
  );
}

function part(share: number): string {
  return `${share * 100}%`;
}
