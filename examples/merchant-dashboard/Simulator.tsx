import { useId, useState } from 'react';
import type { ScenarioName } from 'tillkit/sandbox';
import { Icon } from './Icon.tsx';
import { useShop } from './shop.ts';
import { useSimulator } from './useSimulator.ts';

const scenarios = [
  ['declined', 'declined'],
  ['partly-approved', 'partlyApproved'],
  ['tip', 'tip'],
  ['slow', 'slow'],
  ['stuck-received', 'stuckReceived'],
  ['service-timeout', 'serviceTimeout'],
  ['late-result', 'lateResult'],
  ['lost-answer', 'lostAnswer'],
  ['lost-request', 'lostRequest'],
  ['malformed', 'malformed'],
  ['rate-limited', 'rateLimited'],
  ['offline', 'offline'],
] as const satisfies readonly (readonly [ScenarioName, string])[];

/** Drives the simulated service while one looks: what it does next, and what it knows. */
export function Simulator() {
  const { words, locale } = useShop();
  const [isOpen, setIsOpen] = useState(false);
  const { scenario, truth, choose } = useSimulator(isOpen);
  const selectId = useId();
  const figure = (value = 0) => new Intl.NumberFormat(locale).format(value);

  return (
    <details className="panel simulator" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {words.simulator}
        <Icon name="chevron" />
      </summary>
      <p className="quiet">{words.simulatorHelp}</p>
      <label htmlFor={selectId}>{words.nextPayments}</label>
      <select
        className="select"
        id={selectId}
        value={scenario}
        onChange={({ currentTarget }) => void choose(currentTarget.value as ScenarioName | '')}
      >
        <option value="">{words.byAmount}</option>
        {scenarios.map(([name, word]) => (
          <option key={name} value={name}>
            {words[word]}
          </option>
        ))}
      </select>
      <h3 className="section-title">{words.truth}</h3>
      <dl className="figures">
        <div>
          <dt>{words.requests}</dt>
          <dd>{figure(truth?.requests)}</dd>
        </div>
        <div>
          <dt>{words.charges}</dt>
          <dd>{figure(truth?.charges)}</dd>
        </div>
        <div>
          <dt>{words.polls}</dt>
          <dd>{figure(truth?.pollsInTheLastMinute)}</dd>
        </div>
      </dl>
    </details>
  );
}
