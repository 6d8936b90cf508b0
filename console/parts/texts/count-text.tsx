import { grouped } from '../../../shared/kernel/texts/amounts.ts';

/** A count of anything but credits; a dash for none known. */
export function CountText({ count }: { readonly count: number | null | undefined }) {
  return <span>{count === null || count === undefined ? '–' : grouped(count)}</span>;
}
