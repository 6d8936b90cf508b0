import { useEffect, useState } from 'react';

/** The value once it is unchanged for a time (ms): for requests during typing. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
