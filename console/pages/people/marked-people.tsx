import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { useMay } from '../../api/caller.ts';
import { Review } from '../../parts/importing/review.tsx';
import { ChoiceField } from '../../parts/lists/choice-field.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import { windows } from '../budgets/budget-row.ts';
import { budgetImport } from '../budgets/budget-table.ts';
import { ExemptMarked, GiveMarked } from './grant-marked.tsx';
import { ownBudgets } from './own-budgets.ts';

interface MarkedPeopleProps {
  readonly emails: readonly string[];
  readonly onEnd: () => void;
}

const actions = [
  ['credits', 'Give credits'],
  ['exempt', 'Exempt until a day'],
  ['budget', 'Set own budgets'],
] as const;

/** Changes marked people as one set of edits, with what that would do before it is saved. */
export function MarkedPeople({ emails, onEnd }: MarkedPeopleProps) {
  const [mayBudget, mayGrant] = [useMay('importRecords'), useMay('addGrants')];
  const offered = actions.filter(([name]) => (name === 'budget' ? mayBudget : mayGrant));
  const [chosen, setChosen] = useState('');
  const action = chosen === '' ? offered[0]?.[0] : chosen;
  return (
    <SpaceBetween size="m">
      <Container
        header={
          <Header actions={<Button onClick={onEnd}>Unmark all</Button>} variant="h2">
            {countedText(emails.length, 'person', 'people')} marked
          </Header>
        }
      >
        <ChoiceField label="What to do with them" onChange={setChosen} options={offered} value={action ?? ''} />
      </Container>
      {action === 'credits' && <GiveMarked emails={emails} />}
      {action === 'exempt' && <ExemptMarked emails={emails} />}
      {action === 'budget' && <OwnBudgets emails={emails} onEnd={onEnd} />}
    </SpaceBetween>
  );
}

function OwnBudgets({ emails, onEnd }: MarkedPeopleProps) {
  const [amount, setAmount] = useState('');
  const [window, setWindow] = useState('month');
  const content = ownBudgets(emails, window, amount.trim());
  return (
    <Container header={<Header variant="h2">Set own budgets</Header>}>
      <SpaceBetween size="m">
        <div className="people-filters">
          <FormField constraintText="Such as 250k, 1.5M or unlimited; each of them gets it" label="Own budget" stretch>
            <Input onChange={({ detail }) => setAmount(detail.value)} value={amount} />
          </FormField>
          <ChoiceField
            label="Window"
            onChange={setWindow}
            options={windows.map((each) => [each, each] as const)}
            value={window}
          />
        </div>
        <Review
          file={amount.trim() === '' ? undefined : { format: 'csv', content }}
          kind={budgetImport}
          onDone={onEnd}
        />
      </SpaceBetween>
    </Container>
  );
}
