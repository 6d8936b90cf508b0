import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Tabs from '@cloudscape-design/components/tabs';

import type { OperationDocument } from '../../api/call-api.ts';
import { useRead } from '../../api/queries.ts';
import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame, StaleNote } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { SeverityText } from '../../parts/texts/severity-text.tsx';
import { Allowances } from './baseline/allowances.tsx';
import { BaselineNow } from './baseline/baseline-now.tsx';

import './controls.css';
import { Evidence } from './evidence/evidence.tsx';
import { noTimelineFilter } from './timeline/timeline-filter.ts';
import { Timeline } from './timeline/timeline.tsx';

type Rule = OperationDocument<'scoreControls'>['rules'][number];

/** What is in force now against the recommended baseline: what fails, why it matters and how to mend it, then the rest. */
function Recommended() {
  const read = useRead('scoreControls', { body: {} });
  if (read.data === undefined) {
    return read.error === null ? (
      <div className="loading" role="status">
        Reading …
      </div>
    ) : (
      <ProblemAlert onRetry={() => void read.refetch()} problem={read.error} />
    );
  }
  const { rules } = read.data.document;
  const of = (wanted: Rule['status']) => rules.filter(({ status }) => status === wanted);
  return (
    <SpaceBetween size="m">
      <StaleNote reads={[read]} />
      <Container
        header={
          <Header counter={`(${of('fail').length})`} variant="h2">
            Not as recommended
          </Header>
        }
      >
        {of('fail').length === 0 ? (
          <p>All that applies is as recommended.</p>
        ) : (
          <ul className="controls-changes">
            {of('fail').map((rule) => (
              <FailedRule key={rule.id} rule={rule} />
            ))}
          </ul>
        )}
      </Container>
      <Container
        header={
          <Header counter={`(${of('pass').length})`} variant="h2">
            As recommended
          </Header>
        }
      >
        <RuleTitles rules={of('pass')} />
      </Container>
      <Container
        header={
          <Header counter={`(${of('not-applicable').length})`} variant="h2">
            Not applicable
          </Header>
        }
      >
        <RuleTitles rules={of('not-applicable')} />
      </Container>
    </SpaceBetween>
  );
}

function FailedRule({ rule }: { readonly rule: Rule }) {
  const { id, title, severity, found, rationale, remedy, exception } = rule;
  return (
    <li>
      <div className="controls-change-head">
        <strong>
          {id} {title}
        </strong>
        <SeverityText severity={severity} />
      </div>
      <p>
        Found: <NameText charsMax={400} text={found} />
      </p>
      <p>{rationale}</p>
      <p>{remedy}</p>
      {exception !== null && (
        <div className="controls-soft">
          Exception <NameText text={exception.ticket} />, <NameText text={exception.owner} />
        </div>
      )}
    </li>
  );
}

function RuleTitles({ rules }: { readonly rules: readonly Rule[] }) {
  return rules.length === 0 ? (
    <p>None.</p>
  ) : (
    <ul className="controls-lines">
      {rules.map(({ id, title }) => (
        <li key={id}>
          {id} {title}
        </li>
      ))}
    </ul>
  );
}

/** What may be done with the controls: who loosened which, what is in force, what was accepted, and the evidence. */
export function Page() {
  const [{ tab }, setFilters] = useUrlFilters({ ...noTimelineFilter, tab: 'timeline' });
  return (
    <PageFrame
      description="Every change of the organization’s settings on the platform, what it means, and who accepted it"
      reads={[]}
      title="Controls"
    >
      {() => (
        <Tabs
          activeTabId={tab}
          ariaLabel="Controls"
          i18nStrings={{ scrollLeftAriaLabel: 'Tabs before', scrollRightAriaLabel: 'Tabs after' }}
          onChange={({ detail }) => setFilters({ tab: detail.activeTabId === 'timeline' ? '' : detail.activeTabId })}
          tabs={[
            { id: 'timeline', label: 'Timeline', content: tab === 'timeline' && <Timeline /> },
            { id: 'baseline', label: 'Now against the baseline', content: tab === 'baseline' && <BaselineNow /> },
            { id: 'recommended', label: 'Recommended', content: tab === 'recommended' && <Recommended /> },
            { id: 'allowed', label: 'Announced and excepted', content: tab === 'allowed' && <Allowances /> },
            { id: 'evidence', label: 'Evidence', content: tab === 'evidence' && <Evidence /> },
          ]}
        />
      )}
    </PageFrame>
  );
}
