import { type ReactNode, useEffect } from 'react';
import { useOperations } from 'tillkit';
import { Icon } from './Icon.tsx';
import type { LanguageTag } from './languages.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { Logo } from './Logo.tsx';
import { shopName, useShop } from './shop.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import type { Page } from './usePage.ts';

const entries = [
  { page: 'till', word: 'till', icon: 'terminal' },
  { page: 'links', word: 'links', icon: 'link' },
  { page: 'end-of-day', word: 'endOfDay', icon: 'clock' },
] as const;

export interface ShellProps {
  page: Page;
  language: LanguageTag;
  onLanguageChange: (language: LanguageTag) => void;
  children: ReactNode;
}

/** What stands around every page: the shop, where one can go, and that nothing here is real money. */
export function Shell({ page, language, onLanguageChange, children }: ShellProps) {
  const { words, locale } = useShop();
  const { length: standing } = useOperations({ standing: true });
  const count = new Intl.NumberFormat(locale).format(standing);
  const title = words[entries.find((entry) => entry.page === page)?.word ?? 'till'];
  useEffect(() => {
    document.title = `${title} · ${shopName}`;
  }, [title]);

  return (
    <div className="shell">
      <header className="bar">
        <p className="shop">
          <Logo />
          {shopName}
        </p>
        <p className="sandbox">
          <strong>{words.sandbox}</strong> {words.simulated}
        </p>
        <nav className="pages" aria-label={words.pages}>
          {entries.map((entry) => {
            const isBadged = entry.page === 'end-of-day' && standing > 0;
            return (
              <a
                key={entry.page}
                href={`#/${entry.page}`}
                aria-current={entry.page === page ? 'page' : undefined}
                aria-label={isBadged ? `${words[entry.word]}, ${words.standing(count)}` : undefined}
              >
                <Icon name={entry.icon} />
                {words[entry.word]}
                {isBadged && <span className="badge">{count}</span>}
              </a>
            );
          })}
        </nav>
        <div className="switches">
          <LanguageSwitch language={language} onChange={onLanguageChange} />
          <ThemeSwitch />
        </div>
      </header>
      <main className="main">
        <h1 className="page-title">{title}</h1>
        {children}
      </main>
    </div>
  );
}
