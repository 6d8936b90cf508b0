import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import { lazy, Suspense, useState } from 'react';

import type { Revision } from './revision.ts';

/** A late import: few people open it. */
const RawLines = lazy(async () => ({ default: (await import('./raw-lines.tsx')).RawLines }));

/** The line diff of the settings; secrets are replaced by marks. */
export function RawDifference({ revision }: { readonly revision: Revision }) {
  const [isOpen, setOpen] = useState(false);
  return revision.previous === null ? null : (
    <Container header={<Header variant="h2">The difference, raw</Header>}>
      <ExpandableSection
        expanded={isOpen}
        headerText={`From revision ${revision.previous.revision} to ${revision.revision}`}
        onChange={({ detail }) => setOpen(detail.expanded)}
      >
        {isOpen && (
          <Suspense fallback={<div className="loading">Reading …</div>}>
            <RawLines previous={revision.previous.revision} revision={revision} />
          </Suspense>
        )}
      </ExpandableSection>
    </Container>
  );
}
