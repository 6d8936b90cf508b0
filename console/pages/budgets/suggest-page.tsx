import './budgets.css';
import Checkbox from '@cloudscape-design/components/checkbox';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { Link } from 'react-router';

import { useRead } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { useDelayed } from '../../parts/lists/use-delayed.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { NameText } from '../../parts/texts/name-text.tsx';
import { PageLink } from '../../parts/texts/page-link.tsx';
import { SuggestedBudgets } from './suggest/suggested-budgets.tsx';

interface Wish {
  readonly goal: string;
  readonly total: string;
  readonly percentile: string;
  readonly isByTeam: boolean;
}

const typingMs = 350;

/** First budgets from past use: chosen by a goal, seen on past months, changed, and saved as one set of edits. */
export function Page() {
  const [wish, setWish] = useState<Wish>({ goal: 'usual-month', total: '', percentile: '95', isByTeam: true });
  const settled = useDelayed(wish, typingMs);
  const given = givenOf(settled);
  const read = useRead('suggestBudgets', given ?? {}, {
    isLive: false,
    isWanted: given !== undefined,
    keepsRows: true,
  });
  const suggestion = given === undefined || read.error !== null ? undefined : read.data?.document;
  const wrong = given === undefined ? undefined : read.error?.fields[0]?.problem;
  return (
    <PageFrame
      actions={<Link to="/budgets">All budgets</Link>}
      description="Made from past use. Nothing is saved before you have seen the impact"
      title="Suggest budgets"
    >
      <SpaceBetween size="l">
        <WishForm onChange={setWish} wish={wish} {...(wrong !== undefined && { wrong })} />
        {given === undefined && <p>Give the total, and the budgets follow.</p>}
        {given !== undefined && read.error !== null && wrong === undefined && (
          <Refused onRetry={() => void read.refetch()} problem={read.error} />
        )}
        {given !== undefined && read.isPending && (
          <div className="loading" role="status">
            Reading past use …
          </div>
        )}
        {suggestion !== undefined && (
          <SuggestedBudgets isOld={read.isPlaceholderData} key={suggestion.csv} suggestion={suggestion} />
        )}
      </SpaceBetween>
    </PageFrame>
  );
}

/** What the API is asked; undefined while something is missing. */
function givenOf({ goal, total, percentile, isByTeam }: Wish) {
  const byTeam = isByTeam ? ({ byTeam: 'true' } as const) : {};
  switch (goal) {
    case 'total':
      return total.trim() === '' ? undefined : { ...byTeam, total };
    case 'percentile':
      return percentile.trim() === '' ? undefined : { ...byTeam, percentile };
    default:
      return byTeam;
  }
}

function WishForm({
  wish,
  onChange,
  wrong,
}: {
  readonly wish: Wish;
  readonly onChange: (wish: Wish) => void;
  /** What is wrong with the number of the goal. */
  readonly wrong?: string;
}) {
  return (
    <Container header={<Header variant="h2">What do you want?</Header>}>
      <div className="suggest-wish">
        <ChoiceField
          label="Goal"
          onChange={(goal) => onChange({ ...wish, goal })}
          options={[
            ['usual-month', 'Stop no person in a usual month'],
            ['total', 'Stay within a total'],
            ['percentile', 'One limit that most people stay within'],
          ]}
          value={wish.goal}
        />
        {wish.goal === 'total' && (
          <FormField errorText={wrong} label="Total, in credits a month" stretch>
            <Input
              onChange={({ detail }) => onChange({ ...wish, total: detail.value })}
              placeholder="such as 60M"
              value={wish.total}
            />
          </FormField>
        )}
        {wish.goal === 'percentile' && (
          <FormField errorText={wrong} label="Percent of past months within the limit" stretch>
            <Input
              inputMode="numeric"
              onChange={({ detail }) => onChange({ ...wish, percentile: detail.value })}
              value={wish.percentile}
            />
          </FormField>
        )}
        <div className="suggest-check">
          <Checkbox checked={wish.isByTeam} onChange={({ detail }) => onChange({ ...wish, isByTeam: detail.checked })}>
            A budget for each team
          </Checkbox>
        </div>
      </div>
    </Container>
  );
}

/** Where there is too little to go by, the answer says what to do. */
function Refused({ problem, onRetry }: Parameters<typeof ProblemAlert>[0]) {
  return problem.kind === 'conflict' ? (
    <EmptyState
      action={<PageLink to="/budgets/new">Make a budget by hand</PageLink>}
      title="Too little is known to suggest budgets"
    >
      <NameText charsMax={500} text={problem.message} />
    </EmptyState>
  ) : (
    <ProblemAlert problem={problem} {...(onRetry !== undefined && { onRetry })} />
  );
}
