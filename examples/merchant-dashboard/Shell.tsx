import { type ReactNode, useEffect } from 'react';
import { useOperations } from 'tillkit';
import { Icon } from './Icon.tsx';
import type { LanguageTag } from './languages.ts';
import { Logo } from './Logo.tsx';
import { Menu } from './Menu.tsx';
import { shopName, useShop } from './shop.ts';
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

/** The frame of every page: the shop, the navigation, and a note that no real money moves. */
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
          <span>{shopName}</span>
        </p>
        <Menu language={language} onChange={onLanguageChange} />
        <nav className="pages" aria-label={words.pages}>
          {entries.map((entry) => {
            const isBadged = entry.page === 'end-of-day' && standing > 0;
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
      </header>
      <main className="main">
        <h1 className="page-title">{title}</h1>
        {children}
      </main>
      <p className="sandbox">
        <strong>{words.sandbox}</strong> {words.simulated}
      </p>
    </div>
  );
}
