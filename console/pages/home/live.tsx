import { countedText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card, type Status } from './card.tsx';

/** What is seen and given between the nights. */
export function Live({ live }: { readonly live: Status['live'] }) {
  return (
    <Card title="Extra credits during the day">
      {live === undefined ? (
        <p>No look during the day yet.</p>
      ) : (
        <>
          <p>
            <NameText charsMax={300} text={live.detail} />
          </p>
          <dl className="facts">
            <dt>Seen since the last figures</dt>
            <dd>
              <CreditText credits={live.seen} none="not known" />, {countedText(live.seenPeople, 'person', 'people')} at
              work
            </dd>
            <dt>Given just in time</dt>
            <dd>
              <CreditText credits={live.given.credits} /> to {countedText(live.given.people, 'person', 'people')}
            </dd>
            {live.pools.map(({ scope, window, free }) => (
              <FreeOf free={free} key={`${scope} ${window}`} scope={scope} />
            ))}
          </dl>
          <p className="soft">
            Looked at <TimeText at={live.at} isAgo />
          </p>
        </>
      )}
    </Card>
  );
}

function FreeOf({ scope, free }: { readonly scope: string; readonly free: number }) {
  return (
    <>
      <dt>
        Free in <NameText charsMax={60} text={scope} />
      </dt>
      <dd>
        <CreditText credits={free} />
      </dd>
    </>
  );
}
