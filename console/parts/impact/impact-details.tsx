import { countedText } from '../texts/amounts.ts';
import { CreditText } from '../texts/credit-text.tsx';
import { NameText } from '../texts/name-text.tsx';
import { DayText } from '../texts/time-text.tsx';
import type { Impact } from './use-impact.ts';

/** What looks odd, why it asks for a yes, and whom it would have stopped in the last weeks. */
export function ImpactWarnings({ impact }: { readonly impact: Impact }) {
  const { warnings, asksBecause, wouldHaveStopped, replayed } = impact;
  const people = new Set(wouldHaveStopped.map(({ email }) => email)).size;
  return warnings.length + asksBecause.length + people === 0 ? null : (
    <div>
      <b>To know before:</b>
      <ul>
        {asksBecause.map((clause) => (
          <li key={clause}>
            <NameText charsMax={300} text={clause} />
          </li>
        ))}
        {warnings.map(({ kind, scope, text }) => (
          <li key={`${kind} ${scope ?? ''} ${text}`}>
            <NameText charsMax={300} text={text} />
          </li>
        ))}
        {people > 0 && replayed !== null && (
          <li>
            from <DayText day={replayed.from} /> to <DayText day={replayed.through} /> it would have stopped{' '}
            {countedText(people, 'person', 'people')}
          </li>
        )}
      </ul>
    </div>
  );
}

/** What the pools that it concerns have left with it. */
export function ImpactPools({ impact: { pools } }: { readonly impact: Impact }) {
  return pools.length === 0 ? null : (
    <table>
      <caption className="visually-hidden">Pools with it</caption>
      <thead>
        <tr>
          <th scope="col">Pool</th>
          <th scope="col">Amount</th>
          <th scope="col">Left</th>
        </tr>
      </thead>
      <tbody>
        {pools.map(({ scope, window, amount, amountBefore, left }) => (
          <tr key={`${scope} ${window}`}>
            <td>
              <NameText charsMax={60} text={scope} /> {window}
            </td>
            <td>
              <CreditText credits={amount} isShort />
              {amountBefore !== amount && (
                <>
                  , was <CreditText credits={amountBefore} isShort none="none" />
                </>
              )}
            </td>
            <td>
              <CreditText credits={left} isShort />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
