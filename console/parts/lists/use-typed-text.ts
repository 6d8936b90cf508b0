import { useEffect, useEffectEvent, useState } from 'react';

import { useDelayed } from './use-delayed.ts';

const typingMs = 300;

/** A text that somebody types, told once it stands still and not with every letter. `value`: as it was told last. */
export function useTypedText(
  value: string,
  onChange: (text: string) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value);
  const settled = useDelayed(text, typingMs).trim();
  const report = useEffectEvent(() => {
    if (settled !== value) {
      onChange(settled);
    }
  });
  useEffect(() => report(), [settled]);
  return [text, setText];
}
