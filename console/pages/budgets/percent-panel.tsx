import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';

import { Review } from '../../parts/importing/review.tsx';
import { countedText } from '../../parts/texts/amounts.ts';
import type { BudgetRow } from './budget-row.ts';
import { budgetTable, changedByPercent, budgetImport } from './budget-table.ts';

/** Changes the amounts of marked budgets by some percent, with what that would do before it is saved; or copies them. */
export function PercentPanel({ rows, onEnd }: { readonly rows: readonly BudgetRow[]; readonly onEnd: () => void }) {
  const [text, setText] = useState('');
  const [isCopied, setCopied] = useState(false);
  const percent = Number(text.replace('%', '').replace('−', '-').trim());
  const isValid = text.trim() !== '' && Number.isFinite(percent) && percent >= -100 && percent !== 0;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(budgetTable.write(rows, '\t'));
    setCopied(true);
  };
  return (
    <Container header={<Header variant="h2">{countedText(rows.length, 'budget')} marked</Header>}>
      <SpaceBetween size="m">
        <FormField
          constraintText="Such as 10 or -15; amounts are rounded to whole credits, unlimited ones stay"
          label="Change the amounts by percent"
          {...(text !== '' && text !== '-' && !isValid && { errorText: 'Give a percentage from -100, and not 0' })}
        >
          <Input inputMode="decimal" onChange={({ detail }) => setText(detail.value)} value={text} />
        </FormField>
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={() => void copy()}>{isCopied ? 'Copied' : 'Copy for a spreadsheet'}</Button>
          <Button onClick={onEnd}>Unmark all</Button>
        </SpaceBetween>
        <Review
          kind={budgetImport}
          file={isValid ? { format: 'csv', content: changedByPercent(rows, percent) } : undefined}
          onDone={onEnd}
        />
      </SpaceBetween>
    </Container>
  );
}
