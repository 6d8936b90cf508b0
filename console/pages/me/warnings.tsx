import { NameText } from '../../parts/texts/name-text.tsx';
import { TimeText } from '../../parts/texts/time-text.tsx';
import { Card } from './card.tsx';
import type { OwnPerson } from './own.ts';

/** What the person was told and is still so. */
export function Warnings({ warnings }: Pick<OwnPerson, 'warnings'>) {
  return warnings.length === 0 ? null : (
    <Card count={warnings.length} title="Warnings">
      <ul className="me-rows">
        {warnings.map(({ id, severity, headline, details, since }) => (
          <li key={id}>
            <b className={severity === 'high' || severity === 'critical' ? 'me-bad-text' : 'me-warn-text'}>
              {severity}
            </b>{' '}
            <NameText charsMax={300} text={headline} />
            <div className="me-soft">
              since <TimeText at={since} isAgo />
              {details.slice(0, 3).map((detail) => (
                <div key={detail}>
                  <NameText charsMax={400} text={detail} />
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
