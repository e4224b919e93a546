import { type ReactNode, useEffect } from 'react';
import { Icon } from './Icon.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import type { Page } from './usePage.ts';

const shopName = 'Harbour Coffee';
const pages = [
  { page: 'till', title: 'Till', icon: 'terminal' },
  { page: 'links', title: 'Payment links', icon: 'link' },
] as const;

/** What stands around every page: the shop, where one can go, and that nothing here is real money. */
export function Shell({ page, children }: { page: Page; children: ReactNode }) {
  const title = pages.find((entry) => entry.page === page)?.title ?? shopName;
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
          <strong>Sandbox</strong> Payments are simulated.
        </p>
        <nav className="pages" aria-label="Pages">
          {pages.map((entry) => (
            <a
              key={entry.page}
              href={`#/${entry.page}`}
              aria-current={entry.page === page ? 'page' : undefined}
            >
              <Icon name={entry.icon} />
              {entry.title}
            </a>
          ))}
        </nav>
        <ThemeSwitch />
      </header>
      <main className="main">
        <h1 className="page-title">{title}</h1>
        {children}
      </main>
    </div>
  );
}

function Logo() {
  return (
    <svg className="logo" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" />
      <path d="M6.5 10.5h8.5v3.75a4.25 4.25 0 0 1-8.5 0ZM15 11.5h1.25a1.75 1.75 0 0 1 0 3.5H15M9 5.5v2.25M12.5 5.5v2.25" />
    </svg>
  );
}
