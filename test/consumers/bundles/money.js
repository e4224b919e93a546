import { parseCents } from 'tillkit/core';

console.log(parseCents('12.50', { locale: 'en-US', currency: 'USD' }));
