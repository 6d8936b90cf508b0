import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';

import type { ApiProblem } from '../../api/problem.ts';
import { ImpactSummary, impactText } from '../../parts/impact/impact-summary.tsx';
import type { ImpactRead } from '../../parts/impact/use-impact.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

interface GrantFormProps {
  readonly title: string;
  readonly action: string;
  readonly children: ReactNode;
  /** The effect, before saving. */
  readonly result: ReactNode;
  readonly impact: ImpactRead;
  readonly isReady: boolean;
  /** It would give nothing: its button is not the primary one. */
  readonly isIdle?: boolean;
  readonly isBusy: boolean;
  readonly problem: ApiProblem | null;
  readonly done: string | undefined;
  readonly onSubmit: () => void;
}

/** A form to give one person something, with its effect. */
export function GrantForm(props: GrantFormProps) {
  const { title, action, children, result, impact, isReady, isIdle, isBusy, problem, done, onSubmit } = props;
  const canSubmit = isReady && impact.answer !== undefined;
  return (
    <div className="people-give">
      <Container header={<Header variant="h2">{title}</Header>}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSubmit) {
              onSubmit();
            }
          }}
        >
          <SpaceBetween size="s">
            {done !== undefined && (
              <Alert type="success">
                <div role="status">{done}</div>
              </Alert>
            )}
            {children}
            {problem !== null && <ProblemAlert problem={problem} />}
            <Button
              disabled={!canSubmit}
              formAction="submit"
              loading={isBusy}
              variant={isIdle === true ? 'normal' : 'primary'}
            >
              {action}
            </Button>
          </SpaceBetween>
        </form>
      </Container>
      <Container header={<Header variant="h2">What it would do</Header>}>
        <div className="visually-hidden" role="status">
          {impact.answer === undefined ? '' : impactText(impact.answer.counts)}
        </div>
        {impact.problem !== null ? (
          <ProblemAlert onRetry={impact.again} problem={impact.problem} />
        ) : impact.shown === undefined ? (
          <Box color="text-body-secondary">
            {impact.isComputing ? 'Computing …' : 'Fill it in, and this shows what comes of it before the click.'}
          </Box>
        ) : (
          <SpaceBetween size="s">
            {result}
            <ImpactSummary shown={impact.shown} isOld={impact.isComputing} />
          </SpaceBetween>
        )}
      </Container>
    </div>
  );
}
