const names = [
  'Aoife Brennan',
  'Tomás Ruiz',
  'Ingrid Solberg',
  'Marcus Webb',
  'Yuki Tanaka',
  'Clara Dubois',
  'Liam O’Connor',
  'Nadia Rahman',
  'Peter Novak',
  'Sofia Marino',
  'Hugo Lindqvist',
  'Grace Mbeki',
  'Elena Petrova',
  'Daniel Cohen',
  'Maeve Gallagher',
  'Oskar Wolf',
  'Leila Haddad',
  'Finn Doyle',
  'Amara Obi',
  'Ruth Keane',
  'Jonas Berg',
  'Ciara Walsh',
  'Mateo Silva',
  'Hana Kim',
];
const plants = [
  ['Olive tree, 120 cm', 8900],
  ['Terracotta pot, 28 cm', 2450],
  ['Monstera deliciosa', 4600],
  ['Peat-free compost, 40 l', 1195],
  ['Fiddle-leaf fig', 6250],
  ['Watering can, brass', 3800],
  ['Hellebore, set of 3', 2700],
];
const channels = ['Web', 'Showroom', 'Phone'];
const hourMs = 3_600_000;

/** What the shop's database would hold. */
export const orders = names.map((customer, index) => {
  const lines = Array.from({ length: 1 + (index % 3) }, (_, line) => {
    const [name, cents] = plants[(index * 2 + line * 3) % plants.length];
    return { name, quantity: 1 + ((index + line) % 2), cents };
  });
  const channel = channels[(index * 2 + 1) % 3];
  if (channel === 'Web') lines.push({ name: 'Delivery', quantity: 1, cents: 690 });
  return {
    number: `FT-${2048 - index}`,
    customer,
    channel,
    placedAt: Date.now() - (index * 1.7 + 0.4) * hourMs,
    lines,
    totalCents: lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0),
    isPaid: false,
  };
});
