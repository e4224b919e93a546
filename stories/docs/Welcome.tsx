import { useState } from 'react';
import { TerminalCheckout } from 'tillkit';
import { createHarness } from '../../test/harness.tsx';
import './welcome.css';

const ways = [
  ['Embed', 'docs-start--docs', 'A checkout in your React app, on a simulated service, in a minute.'],
  ['Connect', 'docs-connect-a-real-service--docs', 'Your own backend, and one description of your service.'],
  [
    'Theme',
    'make-it-yours-theming--docs',
    'Ten tokens, dark, Tailwind, Material UI, shadcn/ui and Ant Design.',
  ],
] as const;

const code = `<PaymentsProvider client={client} currency="USD">
  <TerminalCheckout />
</PaymentsProvider>`;

/** The first page: what the kit is for, a sale to try, and three ways on. */
export function Welcome() {
  const [{ wrapper: Wrapper }] = useState(() => createHarness({ virtual: false }));
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return (
    <div className="welcome sb-unstyled" data-theme={isDark ? 'dark' : 'light'}>
      <div className="welcome-words">
        <h1>Card terminals and payment links, for React</h1>
        <p>
          However often a button is pressed, a sale is sent once; and an outcome that is not known is shown as
          “not known yet”, never as “failed”.
        </p>
        <p>
          This till works, and charges no card. Press Charge; or first type an amount that ends in{' '}
          <code>.01</code> (declined) or in <code>.03</code> (the answer gets lost).
        </p>
      </div>
      <div className="welcome-till">
        <Wrapper>
          <TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={1250} />
        </Wrapper>
        <pre>
          <code>{code}</code>
        </pre>
      </div>
      <ul className="welcome-ways">
        {ways.map(([name, id, words]) => (
          <li key={id}>
            <a href={`./?path=/docs/${id}`} target="_top">
              <strong>{name}</strong>
              <span>{words}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
