import { createPaymentsClient } from 'tillkit/core';
import { clock, showShop } from '../Shop.tsx';

// One page for every service: which it is, only the gateway knows.
showShop(createPaymentsClient({ baseUrl: '/api/payments', gateway: true, clientId: 'shop', clock }));
