import './impact-summary.css';
import { leftText } from '../../../shared/kernel/texts/amount-state.ts';
import { grouped } from '../../../shared/kernel/texts/amounts.ts';
import { countedText, shortCredits } from '../texts/amounts.ts';
import { CreditText } from '../texts/credit-text.tsx';
import { NameText } from '../texts/name-text.tsx';
import { DayText } from '../texts/time-text.tsx';
import type { Impact, ImpactAnswer } from './use-impact.ts';

const namedMax = 8;

interface ImpactSummaryProps {
  readonly shown: Pick<ImpactAnswer, 'impact' | 'unlimited' | 'counts'>;
  /** It is of an earlier draft: a newer one is computed. */
  readonly isOld?: boolean;
}

/** What edits would do before they are made: who is stopped and freed, which limits move, what pools have left. */
export function ImpactSummary({ shown, isOld = false }: ImpactSummaryProps) {
  const { impact, counts } = shown;
  const { at, countsOn, stopped, freed, held } = impact;
  return (
    <div aria-busy={isOld} className={isOld ? 'impact impact-computing' : 'impact'}>
      {countsOn !== at.slice(0, 10) && (
        <p>
          It counts from <DayText day={countsOn} /> on. This is as of that day, by what is known now.
        </p>
      )}
      <div className="impact-heads">
        <Head count={counts.stopped} tone={counts.stopped > 0 ? 'bad' : 'plain'} what="stopped by it" />
        <Head count={counts.freed} tone={counts.freed > 0 ? 'good' : 'plain'} what="free again" />
        <Head count={counts.changes} tone="plain" what={counts.changes === 1 ? 'limit changes' : 'limits change'} />
      </div>
      <Named count={counts.stopped} emails={stopped} title="Stopped" />
      <Named count={counts.freed} emails={freed} title="Free again" />
      {held !== null && (
        <p>
          {held.guard === 'blast-radius' ? 'The next run needs approval' : 'The next run is held'} ({held.guard}):{' '}
          <NameText charsMax={400} text={held.detail} />
        </p>
      )}
      <ImpactWarnings shown={shown} />
      <Changes shown={shown} />
      <ImpactPools impact={impact} />
    </div>
  );
}

/** The same in one line, for those who hear it while they type. */
export function impactText({ stopped, freed, changes }: ImpactAnswer['counts']): string {
  const stops = stopped === 0 ? 'No one is stopped' : `${countedText(stopped, 'person', 'people')} stopped`;
  const frees = freed === 0 ? '' : `, ${grouped(freed)} free again`;
  return `${stops}${frees}, ${countedText(changes, 'limit')} changed`;
}

function Head({
  count,
  what,
  tone,
}: {
  readonly count: number;
  readonly what: string;
  readonly tone: 'plain' | 'bad' | 'good';
}) {
  return (
    <div className={`impact-head impact-${tone}`}>
      <b>{grouped(count)}</b>
      <span>{what}</span>
    </div>
  );
}

function Named({
  title,
  emails,
  count,
}: {
  readonly title: string;
  readonly emails: readonly string[];
  readonly count: number;
}) {
  const more = count - namedMax;
  return emails.length === 0 ? null : (
    <div>
      <b>{title}:</b>
      <ul>
        {emails.slice(0, namedMax).map((email) => (
          <li key={email}>
            <NameText text={email} />
          </li>
        ))}
        {more > 0 && <li>and {grouped(more)} more</li>}
      </ul>
    </div>
  );
}

function Changes({ shown: { impact, unlimited, counts } }: ImpactSummaryProps) {
  const limitOf = (credits: number | null) => (credits === null || credits >= unlimited ? null : credits);
  return counts.changes === 0 ? null : (
    <table>
      <caption className="visually-hidden">
        Limits that change, those of stopped people first, then the largest change
      </caption>
      <thead>
        <tr>
          <th scope="col">Limit of</th>
          <th scope="col">Now</th>
          <th scope="col">With it</th>
        </tr>
      </thead>
      <tbody>
        {impact.changes.slice(0, namedMax).map(({ email, from, to }) => (
          <tr key={email}>
            <td>
              <NameText charsMax={60} text={email} />
            </td>
            <td>
              <CreditText credits={limitOf(from)} none="no limit" />
            </td>
            <td>
              <b>
                <CreditText credits={limitOf(to)} none="no limit" />
              </b>
            </td>
          </tr>
        ))}
        {counts.changes > namedMax && (
          <tr>
            <td colSpan={3}>and {grouped(counts.changes - namedMax)} more</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** What looks odd, why it asks for a yes, and whom it would have stopped in the last weeks. */
export function ImpactWarnings({
  shown: { impact, counts },
}: {
  readonly shown: Omit<ImpactSummaryProps['shown'], 'unlimited'>;
}) {
  const { warnings, asksBecause, replayed } = impact;
  const people = counts.wouldHaveStopped;
  return warnings.length + asksBecause.length + people === 0 ? null : (
    <div>
      <b>To know before:</b>
      <ul>
        {asksBecause.map((clause) => (
          <li key={clause}>
            <NameText charsMax={300} text={clause} />
          </li>
        ))}
        {counts.warnings.map(({ kind, count }) => (
          <WarningsOfKind count={count} key={kind} warnings={warnings.filter((warning) => warning.kind === kind)} />
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

const ofKindMax = 3;

function WarningsOfKind({ warnings, count }: { readonly warnings: Impact['warnings']; readonly count: number }) {
  const more = count - ofKindMax;
  return (
    <>
      {warnings.slice(0, ofKindMax).map(({ scope, text }) => (
        <li key={`${scope ?? ''} ${text}`}>
          <NameText charsMax={300} text={text} />
        </li>
      ))}
      {more > 0 && <li>and {grouped(more)} more of this kind</li>}
    </>
  );
}

/** What the pools that it concerns have left with it. */
function ImpactPools({ impact: { pools } }: { readonly impact: Impact }) {
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
        {pools.map(({ scope, window, amount, amountBefore, used, allowed }) => (
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
            <td>{leftText({ amount, used, allowed }, shortCredits)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
