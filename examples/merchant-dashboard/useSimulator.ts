import { useEffect, useState } from 'react';
import type { ScenarioName } from 'tillkit/sandbox';

export interface Truth {
  requests: number;
  charges: number;
  pollsInTheLastMinute: number;
}

interface Ledger {
  requests: { operation: string; method: string }[];
  charges: unknown[];
  polls: { at: number }[];
}

const sandbox = '/api/__sandbox/';
const lookMs = 1000;

/** How the simulated service goes on, and what really happened in it: the sandbox's own addresses, which no real service has. */
export function useSimulator(isOpen: boolean) {
  const [scenario, setScenario] = useState<ScenarioName | ''>('');
  const [truth, setTruth] = useState<Truth>();

  useEffect(() => {
    if (!isOpen) return undefined;
    const look = async () => setTruth(truthOf((await (await fetch(`${sandbox}ledger`)).json()) as Ledger));
    const lookQuietly = () => void look().catch(() => undefined);
    lookQuietly();
    const timer = setInterval(lookQuietly, lookMs);
    return () => clearInterval(timer);
  }, [isOpen]);

  const choose = async (name: ScenarioName | '') => {
    const body = JSON.stringify({ name: name === '' ? null : name });
    const headers = { 'content-type': 'application/json' };
    const { ok } = await fetch(`${sandbox}scenario`, { method: 'POST', body, headers });
    if (ok) setScenario(name);
  };
  return { scenario, truth, choose };
}

function truthOf({ requests, charges, polls }: Ledger): Truth {
  const latest = Date.now();
  return {
    requests: requests.filter(({ method, operation }) => method === 'POST' && !/link|upload/i.test(operation))
      .length,
    charges: charges.length,
    pollsInTheLastMinute: polls.filter(({ at }) => latest - at < 60_000).length,
  };
}
