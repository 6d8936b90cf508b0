import { useState, type ReactNode } from 'react';

/** A form that begins with a figure: it opens once that is of now, and then stays. */
export function OnceCurrent({
  isCurrent,
  children,
}: {
  /** Whether the figures are of now. */
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isCurrent);
  if (isCurrent && !isOpen) {
    setOpen(true);
  }
  return isOpen ? children : <p role="status">Computing what is needed …</p>;
}
