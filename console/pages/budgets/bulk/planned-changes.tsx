import { countedText, creditsText } from '../../../parts/amounts.ts';
import { NameText } from '../../../parts/name-text.tsx';
import type { ImpactAnswer } from '../../../parts/impact/use-impact.ts';
import { changeWords } from '../history.ts';

type Plan = NonNullable<ImpactAnswer['plan']>;

const shownMax = 100;

/** What an import would add, change and remove. */
export function PlannedChanges({ plan }: { readonly plan: Plan }) {
  const { changes, unchanged, blocked, warnings, teams } = plan;
  return (
    <div>
      <p>
        {countedText(changes.length, 'budget')} {changes.length === 1 ? 'changes' : 'change'}, {creditsText(unchanged)}{' '}
        {unchanged === 1 ? 'is' : 'are'} like that already
        {teams !== undefined && `; ${countedText(teams.changes.length, 'team')} too`}.
      </p>
      <ul>
        {blocked.map(({ key, problem }) => (
          <li key={key}>
            <NameText text={key} /> is left alone: <NameText charsMax={300} text={problem} />
          </li>
        ))}
        {warnings.map(({ at, problem }) => (
          <li key={`${at} ${problem}`}>
            <NameText text={at} />: <NameText charsMax={300} text={problem} />
          </li>
        ))}
      </ul>
      {changes.length > 0 && (
        <div className="figures" role="region" aria-label="Changes" tabIndex={0}>
          <table className="budgets-changes">
            <thead>
              <tr>
                <th scope="col">Budget of</th>
                <th scope="col">What changes</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, shownMax).map((change) => {
                const [scope, window] = [textOf(change['scope']), textOf(change['window'])];
                return (
                  <tr key={`${scope} ${window}`}>
                    <td>
                      <NameText charsMax={60} text={scope} /> {window}
                    </td>
                    <td>
                      <NameText charsMax={300} text={wordsOf(change)} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {changes.length > shownMax && <p>and {creditsText(changes.length - shownMax)} more</p>}
    </div>
  );
}

function wordsOf({ before, after }: Plan['changes'][number]): string {
  return changeWords({ before, after } as Parameters<typeof changeWords>[0]).join('; ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
