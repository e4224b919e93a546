/** Keeps what `make` returned for a key; once `limit` keys are held the oldest is dropped. */
export function boundedCache<Value>(limit: number) {
  const values = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (values.size >= limit) {
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    }
    values.set(key, value);
    return value;
  };
}
