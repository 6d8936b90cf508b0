import { useState } from 'react';

/** A line to be copied. */
export function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="me-copied">
      <code>{text}</code>
      <button
        aria-label={label}
        className="me-button"
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
        type="button"
      >
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
