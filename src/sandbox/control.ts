import type { Arrival } from './arrival.ts';
import { fieldOf, numberField, stringField } from './bodyFields.ts';
import { fields, must, optional, required } from './checks.ts';
import type { Ledger } from './ledger.ts';
import { isOperationName } from './operations.ts';
import { answered, noContent, refused, refusedFields, type Reply } from './replies.ts';
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

const isLeftOut = (value: unknown) => value === undefined || value === null;

const scenarioCheck = fields({
  name: required(
    must(
      (value) => value === null || isScenarioName(value),
      `there is no such scenario. Choose one of: ${scenarioNames.join(', ')}.`,
    ),
  ),
  terminalId: optional(
    must((value) => isLeftOut(value) || typeof value === 'string', 'must be the id of a terminal.'),
  ),
  next: optional(
    must(
      (value) => isLeftOut(value) || typeof value === 'boolean' || typeof value === 'number',
      'must be true or a whole number, 1 or more.',
    ),
  ),
  operation: optional(
    must((value) => isLeftOut(value) || isOperationName(value), 'there is no such operation.'),
  ),
});

function changeScenario(controls: Controls, body: unknown): Reply {
  const [first, ...rest] = scenarioCheck(body, '');
  if (first) return refusedFields([first, ...rest]);
  const name = fieldOf(body, 'name');
  const next = fieldOf(body, 'next');
  const operation = fieldOf(body, 'operation');
  try {
    controls.setScenario(isScenarioName(name) ? name : undefined, {
      terminalId: stringField(body, 'terminalId'),
      next: next === true || numberField(body, 'next'),
      operation: isOperationName(operation) ? operation : undefined,
    });
    return noContent;
  } catch (error) {
    return refused(422, error instanceof Error ? error.message : String(error));
  }
}
