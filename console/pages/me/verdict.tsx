import { creditsPhrase } from '../../../shared/kernel/texts/credits.ts';
import { Meter } from '../../parts/meter.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { type OwnPerson, noLimitText, ownStatusOf, type OwnStatus } from './own-status.ts';

const tones = { stopped: 'bad', 'freed-soon': 'warn', low: 'warn', free: 'good', 'no-limit': 'good' } as const;

/** The answer in five seconds: stopped or not, by what, until when, and what can be done now. */
export function Verdict({ person }: { readonly person: OwnPerson }) {
  const status = ownStatusOf(person);
  const { left } = person;
  const over = person.explanation.platformWindow;
  return (
    <section aria-label="How you stand" className={`me-verdict me-${tones[status.kind]}`}>
      <h2>{headline(status, person)}</h2>
      {left === null ? (
        <p>{noLimitText(person)}</p>
      ) : (
        <>
          {status.until !== undefined && (
            <p className="me-until">
              Resets <TimeText at={status.until} />, <TimeText at={status.until} isAgo />
              {status.kind === 'stopped' && '; until then you can use nothing more'}
            </p>
          )}
          <Meter amount={left.limit} label="Your limit" over={over} used={left.limit - left.left} />
          <p>
            <CreditText credits={left.limit - left.left} over={over} /> used of a limit of{' '}
            <CreditText credits={left.limit} />. Known through <DayText day={left.through} none="no day yet" />
            {left.seen > 0 && (
              <>
                ; about <CreditText credits={left.seen} /> seen since
              </>
            )}
            .
          </p>
        </>
      )}
      {status.because !== undefined && (
        <p>
          Limited by: <NameText text={status.because} />.
        </p>
      )}
      <Next person={person} status={status} />
    </section>
  );
}

function headline({ kind }: OwnStatus, { left }: OwnPerson): string {
  switch (kind) {
    case 'stopped':
      return 'You are stopped: no credits are left';
    case 'freed-soon':
      return 'You are stopped, and the next run raises your limit';
    case 'low':
    case 'free':
      return `You have ${creditsPhrase(left?.left ?? 0)} left`;
    case 'no-limit':
      return 'Nothing stops you';
  }
}

/** What can be done now, the quickest first. */
function Next({ person, status }: { readonly person: OwnPerson; readonly status: OwnStatus }) {
  const { owners, admins } = person.explanation.canChange;
  // No one raises their own limit, and owners may have nothing to give.
  const whom = [...new Set([...owners, ...admins])].filter((each) => each !== person.explanation.email?.toLowerCase());
  const isOpen = person.requests.some(({ status }) => status === 'asked');
  return status.kind === 'stopped' || status.kind === 'low' ? (
    <ul className="me-next">
      <li>
        {isOpen ? (
          'Your request waits for a decision; it stands below, and the decision comes by mail.'
        ) : (
          <a href="#ask">Ask for more credits</a>
        )}
      </li>
      {whom.length > 0 && (
        <li>
          Whom to ask:{' '}
          {whom.slice(0, 3).map((email, index) => (
            <span key={email}>
              {index > 0 && ', '}
              <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
                <NameText text={email} />
              </a>
            </span>
          ))}
        </li>
      )}
      {status.kind === 'stopped' && <li>Or wait until it resets.</li>}
    </ul>
  ) : null;
}
