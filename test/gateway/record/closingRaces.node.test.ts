import { testClosingRaces } from './closingRaces.ts';

testClosingRaces({ runs: 10 });
