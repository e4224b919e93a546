import { testOrderRaces } from './orderRaces.ts';

testOrderRaces({ runs: 25 });
