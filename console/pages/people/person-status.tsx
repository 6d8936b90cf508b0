import Container from '@cloudscape-design/components/container';
import { Link } from 'react-router';

import { budgetTitle } from '../../../shared/budgets/budget-title.ts';
import { parseScope } from '../../../shared/budgets/scope.ts';
import { FactCells } from '../../parts/facts.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import type { Explanation } from './person.ts';

/** A person's state in one sentence with figures. */
export function PersonStatus({ person }: { readonly person: Explanation }) {
  const { used, usedInEarlierTeams, exposure, resetsAt, status, dataThrough, inForce } = person;
  return (
    <Container>
      <p className={person.stopped === 'now' ? 'people-verdict people-bad' : 'people-verdict'}>
        <Verdict person={person} />
      </p>
      <FactCells
        className="people-facts"
        facts={{
          ...limitFacts(person),
          Used: <CreditText credits={used} over={person.platformWindow} />,
          ...leftFacts(person),
          'Used at most': <CreditText credits={exposure} none="unknown" />,
          Resets: <TimeText at={resetsAt} />,
          'On the platform': (
            <>
              {status}
              {inForce !== null && (
                <>
                  , <TimeText at={inForce.at} isAgo />
                </>
              )}
            </>
          ),
          'Figures through': <DayText day={dataThrough} none="no day yet" />,
        }}
      />
      {usedInEarlierTeams.map(({ team, through, used: inTeam }) => (
        <p key={through}>
          <CreditText credits={inTeam} /> of it in{' '}
          {team === null ? 'no team' : <NameText charsMax={80} text={`team ${team}`} />} until <DayText day={through} />
          .
        </p>
      ))}
    </Container>
  );
}

/** A planned limit that is not sent yet stands beside the one that counts until then. */
function limitFacts({ limit, inForce, stopped }: Explanation) {
  return inForce !== null && isToCome(stopped)
    ? { 'Limit now': <CreditText credits={inForce.limit} />, 'Limit then': <CreditText credits={limit} /> }
    : { Limit: <CreditText credits={limit} none="no limit" /> };
}

function leftFacts({ headroom, inForce, stopped, used, verdict }: Explanation) {
  return inForce !== null && isToCome(stopped)
    ? { 'Left now': <CreditText credits={Math.max(0, inForce.limit - used)} /> }
    : { Left: <CreditText credits={headroom} none={verdict === 'unlimited' ? 'no limit' : 'unknown'} /> };
}

function isToCome(stopped: Explanation['stopped']): boolean {
  return stopped === 'approval' || stopped === 'next-run';
}

function bindingName({ scope, window }: NonNullable<Explanation['binding']>): string {
  const parsed = parseScope(scope);
  return parsed === undefined ? `the ${window} budget of ${scope}` : budgetTitle({ scope: parsed, window }, 'their');
}

function Verdict({ person }: { readonly person: Explanation }) {
  const { verdict, binding, heldBy, stopped, heldPlan, headroom, reason, leftOn, resetsAt } = person;
  if (verdict === 'left') {
    return (
      <>
        Left the roster on <DayText day={leftOn} />.
      </>
    );
  }
  if (verdict === 'uncappable' || verdict === 'stays') {
    return (
      <>
        {verdict === 'stays' ? 'The limit stays unchanged' : 'No limit can be set'}
        {reason !== null && (
          <>
            : <NameText charsMax={300} text={reason} />
          </>
        )}
        .
      </>
    );
  }
  if (verdict === 'unlimited' || binding === null) {
    return <>Unlimited, as the budgets say.</>;
  }
  return (
    <>
      {headroom !== 0 ? 'Limited' : stopped === 'now' ? 'Stopped' : 'Would be stopped'} by{' '}
      {heldBy === null ? (
        <>
          <NameText charsMax={120} text={bindingName(binding)} />
        </>
      ) : (
        `the ${heldBy.kind} of all limits`
      )}
      {headroom === 0 && resetsAt !== null && (
        <>
          {' '}
          until <TimeText at={resetsAt} />
        </>
      )}
      {stopped === 'approval' && heldPlan !== null && (
        <>
          , once <Link to={`/plans/${encodeURIComponent(heldPlan)}`}>the plan</Link> is approved; until then they can
          work
        </>
      )}
      {stopped === 'next-run' && ', by the next run; until then they can work'}
      {stopped === 'now' && headroom !== 0 && '; stopped until the next run raises the limit'}.
    </>
  );
}
