import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';

import { useRead } from '../../api/queries.ts';
import { NameText } from '../../parts/name-text.tsx';
import { StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import type { BudgetWindow } from './budget-row.ts';
import { changeWords, fieldsOfVersion, type BudgetVersion } from './history.ts';

interface HistoryProps {
  readonly scope: string;
  readonly window: BudgetWindow;
  /** Puts a version into the form, from where it is looked at and saved; absent for those who may not edit. */
  readonly onReturn?: (version: BudgetVersion) => void;
}

const shownMax = 50;

/** Every version of one budget, the newest first: who, when, how, what; with the way back to each. */
export function History({ scope, window, onReturn }: HistoryProps) {
  const read = useRead('listBudgetVersions', { scope, window });
  const rows = read.data?.document.rows.toReversed() ?? [];
  if (read.error?.kind === 'not-allowed') {
    return null;
  }
  return (
    <Container
      header={
        <Header counter={`(${rows.length})`} variant="h2">
          History
        </Header>
      }
    >
      <StaleNote reads={[read]} />
      {read.data === undefined && read.error !== null && <ProblemAlert problem={read.error} />}
      {rows.length === 0 ? (
        <p>{read.data === undefined ? 'Reading …' : 'No version yet.'}</p>
      ) : (
        <div className="figures" role="region" aria-label="Versions" tabIndex={0}>
          <table className="budgets-changes">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">Way back</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, shownMax).map((version, index) => (
                <VersionRow
                  isNow={index === 0}
                  key={version.version}
                  version={version}
                  {...(onReturn !== undefined && { onReturn })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Container>
  );
}

interface VersionRowProps extends Pick<HistoryProps, 'onReturn'> {
  readonly version: BudgetVersion;
  readonly isNow: boolean;
}

function VersionRow({ version, isNow, onReturn }: VersionRowProps) {
  const { version: number, at, by, way, after } = version;
  return (
    <tr>
      <td>
        <TimeText at={at} />
      </td>
      <td>
        <NameText charsMax={60} text={by} /> ({way})
      </td>
      <td>
        {changeWords(version).map((words) => (
          <div key={words}>
            <NameText charsMax={200} text={words} />
          </div>
        ))}
      </td>
      <td>
        {isNow ? (
          'in force'
        ) : onReturn === undefined || fieldsOfVersion(after) === undefined ? (
          '–'
        ) : (
          <Button onClick={() => onReturn(version)} variant="inline-link">
            Return to version {number}
          </Button>
        )}
      </td>
    </tr>
  );
}
