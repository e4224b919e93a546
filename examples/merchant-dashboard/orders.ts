export interface Order {
  number: string;
  totalCents: number;
}

const today = new Intl.DateTimeFormat('en', { day: 'numeric' }).format();

/** What the shop's own ordering system would name: today's orders that are not paid yet. */
export const orders: readonly Order[] = [
  { number: `${today}17`, totalCents: 6240 },
  { number: `${today}18`, totalCents: 2490 },
  { number: `${today}19`, totalCents: 4261 },
];
