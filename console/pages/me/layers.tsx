import { Meter } from '../../parts/meter.tsx';
import { daysIn } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card } from './card.tsx';
import { type OwnPerson, budgetName } from './own-status.ts';

/** Why a budget does not apply now, in words for its user. */
const idleWords: Readonly<Record<string, string>> = {
  'not-yet-in-force': 'it begins later',
  'only-alerts': 'warns only',
  'only-observes': 'counts only',
  'invalid-budget': 'another budget cannot be read, and your limit stays until it is mended',
  unlimited: 'it has no limit',
  'as-much-left': 'another one that leaves as much comes first',
  'more-left': 'another one leaves you less',
};

function isOver(why: string | null): boolean {
  return why === 'own-budget-instead' || why === 'team-default-instead' || why === 'no-longer-in-force';
}

/** The person's own budgets, and the use of each. */
export function Layers({ person: { explanation } }: { readonly person: OwnPerson }) {
  const { binding } = explanation;
  const layers = explanation.layers.filter(({ doesNotBindBecause: why }) => !isOver(why));
  const isSeen = layers.some(({ scope, window }) => scope === binding?.scope && window === binding.window);
  return (
    <Card title="My budgets">
      {layers.length === 0 && <p className="soft">No budget is about you alone.</p>}
      <ul className="rows">
        {layers.map((layer) => (
          <Layer key={`${layer.scope} ${layer.window}`} layer={layer} />
        ))}
      </ul>
      {binding !== null && !isSeen && (
        <p className="soft">
          Limited by a shared budget: <NameText text={budgetName(binding.scope, binding.window)} />. It leaves you{' '}
          <CreditText credits={explanation.headroom} hasUnit />.
        </p>
      )}
    </Card>
  );
}

function Layer({ layer }: { readonly layer: OwnPerson['explanation']['layers'][number] }) {
  const { scope, window, amount, used, headroom, topUps, resetsAt, binds, doesNotBindBecause } = layer;
  const over = daysIn(layer.from, layer.through);
  return (
    <li>
      <b className="me-capital">
        <NameText text={budgetName(scope, window)} />
      </b>
      {amount === 'unlimited' ? (
        <div className="soft">no limit</div>
      ) : (
        <>
          <Meter amount={amount + (topUps ?? 0)} label={budgetName(scope, window)} over={over} used={used ?? 0} />
          <div className="soft">
            <CreditText credits={used} over={over} /> of <CreditText credits={amount + (topUps ?? 0)} />
            {topUps !== null && topUps > 0 && (
              <>
                , of them <CreditText credits={topUps} /> on top
              </>
            )}
            {binds && headroom !== null && (
              <>
                ; <CreditText credits={headroom} /> left
              </>
            )}
            {resetsAt !== null && (
              <>
                ; resets <TimeText at={resetsAt} />
              </>
            )}
            {doesNotBindBecause !== null && (
              <div>does not decide: {idleWords[doesNotBindBecause] ?? <NameText text={doesNotBindBecause} />}</div>
            )}
          </div>
        </>
      )}
    </li>
  );
}
