import type { Arrival } from './arrival.ts';
import { fieldOf, stringField } from './bodyFields.ts';
import type { Ledger } from './ledger.ts';
import { isOperationName } from './operations.ts';
import { answered, noContent, refused, type Reply } from './replies.ts';
import { isScenarioName, type ScenarioName, scenarioNames } from './scenarios.ts';
import type { ScenarioTarget } from './scenarioBook.ts';

export interface Controls {
  ledger: Ledger;
  setScenario: (name: ScenarioName | undefined, target?: ScenarioTarget) => void;
  reset: () => void;
}

const prefix = '/__sandbox/';

export const isControl = (url: URL): boolean => url.pathname.startsWith(prefix);

/** The sandbox's own addresses, for hosts that cannot call its functions. They need no authorization. */
export function handleControl(controls: Controls, arrival: Arrival): Reply {
  if (arrival.unreadable) return arrival.unreadable;
  switch (`${arrival.method} ${arrival.url.pathname.slice(prefix.length)}`) {
    case 'GET ledger': {
      const { requests, charges, polls, links, preflights } = controls.ledger;
      return answered({ requests, charges, polls, links, preflights });
    }
    case 'POST scenario':
      return changeScenario(controls, arrival.body);
    case 'POST reset':
      controls.reset();
      return noContent;
    default:
      return refused(404, 'The sandbox has GET ledger, POST scenario and POST reset here.');
  }
}

function changeScenario(controls: Controls, body: unknown): Reply {
  const name = fieldOf(body, 'name');
  if (name !== null && !isScenarioName(name)) {
    return refused(422, `name: there is no such scenario. Choose one of: ${scenarioNames.join(', ')}.`);
  }
  const next = fieldOf(body, 'next');
  const operation = fieldOf(body, 'operation');
  if (operation !== undefined && !isOperationName(operation))
    return refused(422, 'operation: there is no such operation.');
  try {
    controls.setScenario(name ?? undefined, {
      terminalId: stringField(body, 'terminalId'),
      next: typeof next === 'number' ? next : next === true,
      operation,
    });
    return noContent;
  } catch (error) {
    return refused(422, error instanceof Error ? error.message : String(error));
  }
}
