import { createGatewayClient } from 'tillkit/core';
import { seededDay } from './day.ts';

/** Each browser is a till of its own. */
function tillName(): string {
  const known = localStorage.getItem('till');
  if (known !== null) return known;
  const name = `till-${Math.random().toString(36).slice(2, 8)}`;
  localStorage.setItem('till', name);
  return name;
}

/** Created once, outside of React: operations under way outlive every component. */
export const client = createGatewayClient({
  baseUrl: '/api/payments',
  clientId: seededDay()?.shop,
  headers: { 'x-till': tillName() },
});
