import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

export interface Order {
  number: string;
  customer: string;
  channel: string;
  placedAt: number;
  lines: readonly { name: string; quantity: number; cents: number }[];
  totalCents: number;
  isPaid: boolean;
}

export const useOrders = () =>
  useQuery({
    queryKey: ['orders'],
    queryFn: async () => (await api.get<Order[]>('/api/orders')).data,
    refetchInterval: 2000,
  });

export const money = (cents: number) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(cents / 100);
