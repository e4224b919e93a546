/** Numbers values by their JSON: equal values get the same number. */
export function createInterner<Value>() {
  const numbers = new Map<string, number>();
  const values: Value[] = [];
  return {
    values,
    numberOf(value: Value): number {
      const text = JSON.stringify(value);
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, values.length);
      values.push(value);
      return values.length - 1;
    },
  };
}

/** Returns one and the same object for equal values. Its own JSON is a number, so that what holds it has a short one. */
export function createUnifier<Value extends object>(): (value: Value) => Value {
  const ones = new Map<string, Value>();
  return (value) => {
    if (Object.hasOwn(value, 'toJSON')) return value;
    const text = JSON.stringify(value);
    const known = ones.get(text);
    if (known) return known;
    const number = ones.size;
    const one = Object.defineProperty({ ...value }, 'toJSON', { value: () => number });
    ones.set(text, one);
    return one;
  };
}
