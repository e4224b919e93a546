import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { OpenOperations } from 'tillkit';
import { createVirtualClock, type TerminalOperation } from 'tillkit/core';
import type { LedgerCharge } from 'tillkit/sandbox';
import { createHarness } from '../test/harness.tsx';
import { chargesAt, type FailingSeed, screensAt } from './failingSeed.ts';
import type { Language } from './languages.ts';
import './failingSeed.css';

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The steps of a failing seed, and what the pages and the service's ledger say after the chosen step. */
export function SeedPlayer({ seed, language }: { seed: FailingSeed; language: Language }) {
  const { steps } = seed;
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const choose = (index: number) => setChosen(Math.max(0, Math.min(index, steps.length - 1)));
  useEffect(() => {
    const button = list.current?.querySelectorAll('button')[chosen];
    button?.scrollIntoView({ block: 'nearest' });
    if (list.current?.contains(document.activeElement)) button?.focus();
  }, [chosen]);
  const failedAt = steps.findIndex(({ check }) => check === seed.check);
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Partial<Record<string, number>> = {
      ArrowUp: chosen - 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen + 1,
      ArrowRight: chosen + 1,
      Home: 0,
      End: steps.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <div className="failing-seed" lang="en" dir="ltr">
      <header>
        <h2>Seed {seed.seed}</h2>
        <p>
          The check “{seed.check}” failed. Faults in the shortest story: {seed.kinds.join(', ') || 'none'}.
        </p>
        {seed.brokenKit && <p>The kit was changed on purpose for this example: it {seed.brokenKit}.</p>}
      </header>
      <section className="failing-seed-steps" aria-label="Steps">
        <div className="failing-seed-buttons">
          <button type="button" onClick={() => choose(chosen - 1)}>
            Back
          </button>
          <button type="button" onClick={() => choose(chosen + 1)}>
            Forward
          </button>
          <button type="button" onClick={() => choose(failedAt)}>
            Failed check
          </button>
        </div>
        <ol ref={list}>
          {steps.map(({ at, who, what, check }, index) => (
            <li key={index}>
              <button
                type="button"
                tabIndex={index === chosen ? 0 : -1}
                aria-current={index === chosen ? 'step' : undefined}
                data-tone={check ? 'danger' : what.startsWith('fault ') ? 'attention' : undefined}
                onClick={() => setChosen(index)}
                onKeyDown={onKeyDown}
              >
                <time>{time.format(at)}</time> <strong>{check ? `check “${check}”` : who}</strong>{' '}
                <span>{what}</span>
              </button>
            </li>
          ))}
        </ol>
      </section>
      <section aria-label="Pages">
        <h3>What the pages show</h3>
        {[...screensAt(seed, chosen)].map(([who, operations]) => (
          <Screen key={who} who={who} operations={operations} now={steps[chosen]!.at} language={language} />
        ))}
      </section>
      <section className="failing-seed-ledger" aria-label="Ledger">
        <h3>What the service charged</h3>
        <Charges charges={chargesAt(seed, chosen)} />
      </section>
    </div>
  );
}

interface ScreenProps {
  who: string;
  operations: readonly TerminalOperation[];
  /** Epoch ms. */
  now: number;
  language: Language;
}

/** The operations of a page at one moment, drawn by the kit. Nothing is sent, and no time passes. */
function Screen({ who, operations, now, language: { locale, labels, lang, direction } }: ScreenProps) {
  const [{ show, wrapper: Wrapper }] = useState(() => createPage({ locale, labels }));
  useEffect(() => show(operations, now), [show, operations, now]);
  return (
    <div lang={lang} dir={direction}>
      <Wrapper>
        <OpenOperations labels={{ title: who }} />
      </Wrapper>
    </div>
  );
}

function createPage(provider: Pick<Language, 'locale' | 'labels'>) {
  let shown: readonly TerminalOperation[] = [];
  let now = 0;
  const listeners = new Set<() => void>();
  const { wrapper } = createHarness({
    virtual: false,
    latencyMs: 0,
    provider,
    changes: {
      list: () => [...shown],
      get: (id) => shown.find((operation) => operation.id === id),
      subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
      clock: { ...createVirtualClock(0), now: () => now },
      isRead: () => true,
      acknowledge: nothing,
      resolveUnknown: nothing,
      stopWaiting: nothing,
    },
  });
  return {
    wrapper,
    show: (operations: readonly TerminalOperation[], at: number) => {
      shown = operations;
      now = at;
      listeners.forEach((listener) => listener());
    },
  };
}

/** The page is only shown: its actions do nothing. */
const nothing = () => undefined;

function Charges({ charges }: { charges: readonly LedgerCharge[] }) {
  if (charges.length === 0) return <p>Nothing.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Amount</th>
          <th scope="col">Terminal</th>
          <th scope="col">Operation</th>
        </tr>
      </thead>
      <tbody>
        {charges.map(({ kind, amount, terminalId, msgIdentifier, operationId = '' }) => (
          <tr key={msgIdentifier}>
            <td>{kind}</td>
            <td>{money.format(amount / 100)}</td>
            <td>{terminalId}</td>
            <td>{operationId.slice(0, 6)}…</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
