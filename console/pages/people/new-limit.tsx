import { CreditText } from '../../parts/texts/credit-text.tsx';

/** The limit before and after, large: what people want to know before they click. */
export function NewLimit({ from, to }: { readonly from: number | null; readonly to: number | null }) {
  return (
    <p className="people-new-limit">
      Limit <CreditText credits={from} none="none" /> →{' '}
      <b data-testid="new-limit">
        <CreditText credits={to} none="none" />
      </b>
    </p>
  );
}
