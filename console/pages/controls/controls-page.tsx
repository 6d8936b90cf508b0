import './controls.css';
import Tabs from '@cloudscape-design/components/tabs';

import { useUrlFilters } from '../../parts/lists/url-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Allowances } from './baseline/allowances.tsx';
import { BaselineNow } from './baseline/baseline-now.tsx';
import { Recommended } from './baseline/recommended.tsx';
import { Evidence } from './evidence/evidence.tsx';
import { noTimelineFilter } from './timeline/timeline-filter.ts';
import { Timeline } from './timeline/timeline.tsx';

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
