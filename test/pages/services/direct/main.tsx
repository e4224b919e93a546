import { createPaymentsClient } from 'tillkit/core';
import { kestrel } from '../../../../examples/services/kestrel.ts';
import { meridian } from '../../../../examples/services/meridian.ts';
import { asked, clock, showShop } from '../Shop.tsx';

// No shop asks its service itself: the secret would be everyone's. A test gives it in the page's address.
showShop(
  createPaymentsClient({
    baseUrl: asked.get('api') ?? '',
    headers: JSON.parse(asked.get('headers') ?? '{}'),
    service: asked.get('service') === 'kestrel' ? kestrel : meridian,
    clientId: 'shop',
    clock,
  }),
);
