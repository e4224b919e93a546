/** A terminal with its prepared search text, the same for every subject. */
export interface Item {
  id: string;
  name: string;
  serialNumber: string;
  model: string;
  provider: string;
  status: string;
  details: string;
  search: string;
}

export function terminals(count: number): Item[] {
  return Array.from({ length: count }, (_, index) => {
    const provider = index % 2 === 0 ? 'alpha' : 'beta';
    const id = `terminal-${index + 1}`;
    const name = `Till ${index + 1}`;
    const serialNumber = `A-${4_100_200 + index}`;
    const model = index % 3 === 0 ? 'A920' : 'P400';
    return {
      id,
      name,
      serialNumber,
      model,
      provider,
      status: 'online',
      details: [model, serialNumber, provider].join(' · '),
      search: [name, serialNumber, model, id, provider].join('\n').toLowerCase(),
    };
  });
}
