/** Makes the value of an object once and keeps it while the object lives. For objects that never change. */
export function keptWith<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) {
      return known.value;
    }
    const value = make(key);
    kept.set(key, { value });
    return value;
  };
}
