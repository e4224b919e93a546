import { it } from 'vitest';
import { runPollSchedule } from './pollSchedule.ts';
it('case', async () => {
  await runPollSchedule([{"do":"start","tab":0,"terminal":0,"scenario":"stuck-received","count":1},{"do":"wait","ms":18288},{"do":"wait","ms":14209},{"do":"storage","fault":"rejects","ms":500},{"do":"start","tab":0,"terminal":1,"scenario":"approved","count":4},{"do":"start","tab":0,"terminal":5,"scenario":"approved","count":5},{"do":"start","tab":0,"terminal":10,"scenario":"approved","count":5},{"do":"storage","fault":"rejects","ms":12852}],854);
});
