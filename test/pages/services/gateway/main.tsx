import { createGatewayClient } from 'tillkit/core';
import { clock, showShop } from '../Shop.tsx';

// One page for every service: which it is, only the gateway knows.
showShop(createGatewayClient({ baseUrl: '/api/payments', clientId: 'shop', clock }));
