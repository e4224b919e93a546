import { type ReactNode, useEffect, useRef } from 'react';
import { useOperations } from 'tillkit';
import { Icon } from './Icon.tsx';
import type { LanguageTag } from './languages.ts';
import { Logo } from './Logo.tsx';
import { Menu } from './Menu.tsx';
import { till } from './payments.ts';
import { shopName, useShop } from './shop.ts';
import type { Page } from './usePage.ts';
import { Windows, type WindowsProps } from './Windows.tsx';

const entries = [
  { page: 'till', word: 'till', icon: 'terminal' },
  { page: 'payments', word: 'payments', icon: 'list' },
  { page: 'links', word: 'links', icon: 'link' },
  { page: 'end-of-day', word: 'endOfDay', icon: 'clock' },
] as const;

export interface ShellProps extends WindowsProps {
  page: Page;
  /** The address's hash: the page, and which payments it shows. */
  address: string;
  language: LanguageTag;
  onLanguageChange: (language: LanguageTag) => void;
  children: ReactNode;
}

/** The frame of every page: the shop, the navigation, and a note that no real money moves. */
export function Shell({ page, address, terminalId, language, onLanguageChange, children }: ShellProps) {
  const { words, locale } = useShop();
  const { length: standing } = useOperations({ standing: true });
  const count = new Intl.NumberFormat(locale).format(standing);
  const title = words[entries.find((entry) => entry.page === page)?.word ?? 'till'];
  const place = till === '1' ? shopName : `${words.tillNumber(till)} · ${shopName}`;
  useEffect(() => {
    document.title = `${title} · ${place}`;
  }, [title, place]);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(address);
  useEffect(() => {
    // The element that had the focus went away with the page before.
    if (shown.current !== address && document.activeElement === document.body) heading.current?.focus();
    shown.current = address;
  }, [address]);

  return (
    <div className="shell">
      <header className="bar">
        <p className="shop">
          <Logo />
          <span>
            {shopName}
            {till !== '1' && <small>{words.tillNumber(till)}</small>}
          </span>
        </p>
        <Menu language={language} onChange={onLanguageChange} />
        <nav className="pages" aria-label={words.pages}>
          {entries.map((entry) => {
            const isBadged = entry.page === 'payments' && standing > 0;
            return (
              <a
                key={entry.page}
                href={`#/${entry.page}`}
                aria-current={entry.page === page ? 'page' : undefined}
                title={words[entry.word]}
                aria-label={isBadged ? `${words[entry.word]}, ${words.standing(count)}` : undefined}
              >
                <Icon name={entry.icon} />
                <span className="page-name">{words[entry.word]}</span>
                {isBadged && <span className="badge">{count}</span>}
              </a>
            );
          })}
        </nav>
        <Windows terminalId={terminalId} />
      </header>
      <main className="main">
        <h1 ref={heading} tabIndex={-1} className="page-title">
          {title}
        </h1>
        {children}
      </main>
      <p className="sandbox">
        <strong>{words.sandbox}</strong> {words.simulated}
      </p>
    </div>
  );
}
