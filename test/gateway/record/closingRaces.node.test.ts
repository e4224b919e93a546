import { testClosingRaces } from './closingRaces.ts';

testClosingRaces({ runs: 3 });
