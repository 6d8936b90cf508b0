import { useChange } from '../../api/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { DayText, TimeText } from '../../parts/texts/time-text.tsx';
import { Card } from './card.tsx';
import type { OwnRequest } from './own-status.ts';

const words: Readonly<Record<OwnRequest['status'], string>> = {
  asked: 'waits for a decision',
  approved: 'approved',
  less: 'approved in part',
  denied: 'denied',
  withdrawn: 'withdrawn',
  expired: 'nobody decided in time',
};

/** The user's requests, newest first. */
export function Requests({ requests }: { readonly requests: readonly OwnRequest[] }) {
  const withdraw = useChange('withdrawRequest');
  return (
    <Card count={requests.length} title="My requests">
      {withdraw.error && <ProblemAlert problem={withdraw.error} />}
      {requests.length === 0 ? (
        <p className="soft">You have asked for nothing in this month and the one before.</p>
      ) : (
        <ul className="rows">
          {requests.map((request) => (
            <li key={request.id}>
              <Row request={request} />
              {request.status === 'asked' && (
                <button
                  className="me-button"
                  disabled={withdraw.isPending}
                  onClick={() => withdraw.mutate({ given: { id: request.id } })}
                  type="button"
                >
                  Withdraw
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Row({ request }: { readonly request: OwnRequest }) {
  const { credits, until, status, given, decidedBy, because, reason, askedAt } = request;
  return (
    <div>
      <b>
        <CreditText credits={credits} />
      </b>{' '}
      through <DayText day={until} />: <b>{words[status]}</b>
      {given !== null && given !== credits && (
        <>
          , <CreditText credits={given} /> given
        </>
      )}
      <div className="soft">
        asked <TimeText at={askedAt} isAgo />, “<NameText charsMax={300} text={reason} />”
        {decidedBy !== null && (
          <div>
            by <NameText text={decidedBy} />
            {because !== null && (
              <>
                : “<NameText charsMax={300} text={because} />”
              </>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
