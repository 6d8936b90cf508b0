import { creditsText } from '../../parts/texts/amounts.ts';
import { CreditText } from '../../parts/texts/credit-text.tsx';
import { dayText } from '../../parts/texts/time-text.tsx';
import { Card } from './card.tsx';
import type { OwnPerson } from './own-status.ts';

/** Daily use as bars, with the figures. */
export function Days({ person: { days, explanation, left } }: { readonly person: OwnPerson }) {
  const most = Math.max(1, ...days.map(({ credits }) => credits));
  return (
    <Card title="What counted">
      {days.length === 0 ? (
        <p className="soft">The window has just begun: no day of it has passed.</p>
      ) : (
        <>
          <p>
            <CreditText credits={explanation.used} /> credits from {dayText(explanation.platformWindow.from)}
            {left !== null && left.seen > 0 && (
              <>
                , and about <CreditText credits={left.seen} /> seen since
              </>
            )}
            . Days are of UTC.
          </p>
          <div aria-hidden className="me-bars">
            {days.map(({ day, credits, status }) => (
              <span
                className={status === 'complete' ? 'me-bar' : 'me-bar me-unsure'}
                key={day}
                style={{ blockSize: `${Math.max(credits > 0 ? 3 : 1, (credits / most) * 100)}%` }}
                title={`${dayText(day)}: ${creditsText(credits)}`}
              />
            ))}
          </div>
          <details>
            <summary>Figures by day</summary>
            <div aria-label="Credits by day" className="me-scroll" role="region" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Day (UTC)</th>
                    <th scope="col">Credits</th>
                  </tr>
                </thead>
                <tbody>
                  {days.toReversed().map(({ day, credits, status }) => (
                    <tr key={day}>
                      <th scope="row">{dayText(day)}</th>
                      <td>
                        {status === 'missing' ? 'not known yet' : creditsText(credits)}
                        {status === 'suspect' && ', in doubt'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </Card>
  );
}
