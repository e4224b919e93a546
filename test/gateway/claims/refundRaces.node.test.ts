import { testRefundRaces } from './refundRaces.ts';

testRefundRaces({ runs: 10 });
