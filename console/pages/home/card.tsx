import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { ReactNode } from 'react';

import type { OperationDocument } from '../../api/call-api.ts';

export function Card({
  title,
  count,
  description,
  children,
}: {
  readonly title: string;
  readonly count?: number;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="home-card">
      <Container
        header={
          <Header variant="h2" counter={count === undefined ? undefined : `(${count})`} description={description}>
            {title}
          </Header>
        }
      >
        {children}
      </Container>
    </div>
  );
}

export type Status = OperationDocument<'showHome'>;
