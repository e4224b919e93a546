import type { ReactNode } from 'react';

const pages = [
  { name: 'Home', path: 'M3 10.5 12 3l9 7.5M5 9v11h14V9' },
  { name: 'Orders', path: 'M6 3h12l1 18-3-2-2 2-2-2-2 2-2-2-3 2zM9 8h6M9 12h6' },
  { name: 'Payments', path: 'M3 6h18v12H3zM3 10h18M7 15h3' },
  { name: 'Products', path: 'M12 21V11m0 0C12 6 8 4 4 4c0 5 3 7 8 7m0-1c0-4 3-6 7-6 0 4-2 7-7 7' },
  {
    name: 'Customers',
    path: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7 10c0-4 3-6 7-6s7 2 7 6m1-10a3 3 0 1 0 0-6m5 16c0-3-1-5-4-6',
  },
  { name: 'Discounts', path: 'M3 12V4h8l10 10-8 8zM7.5 8.5h.01' },
  { name: 'Analytics', path: 'M4 20V10m6 10V4m6 16v-7m4 7H2' },
];

export const Shell = ({ page, children }: { page: string; children: ReactNode }) => (
  <div className="flex min-h-screen bg-stone-50 text-sm text-stone-900">
    <aside className="sticky top-0 flex h-screen w-56 shrink-0 flex-col border-e border-stone-200 bg-white px-3 py-4">
      <p className="mb-5 flex items-center gap-2 px-2 font-semibold">
        <span className="grid size-7 place-items-center rounded-lg bg-emerald-800 text-xs text-white">
          F&amp;T
        </span>
        Fern &amp; Thistle
      </p>
      <nav className="flex flex-col gap-0.5">
        {pages.map(({ name, path }) => (
          <a
            key={name}
            href={`#/${name.toLowerCase()}`}
            aria-current={page === name.toLowerCase() ? 'page' : undefined}
            className="flex items-center gap-2.5 rounded-lg px-2 py-1.5 font-medium text-stone-600 hover:bg-stone-100 aria-[current]:bg-stone-100 aria-[current]:text-stone-900"
          >
            <svg viewBox="0 0 24 24" className="size-4.5 fill-none stroke-current stroke-[1.6]" aria-hidden>
              <path d={path} strokeLinecap="round" strokeLinejoin="round" />
            </svg>
            {name}
          </a>
        ))}
      </nav>
      <p className="mt-auto flex items-center gap-2.5 px-2">
        <span className="grid size-8 place-items-center rounded-full bg-amber-100 text-xs font-semibold text-amber-900">
          NB
        </span>
        <span className="leading-tight">
          <span className="block font-medium">Niamh Byrne</span>
          <span className="text-xs text-stone-500">Showroom, Galway</span>
        </span>
      </p>
    </aside>
    <main className="min-w-0 grow px-7 py-6">{children}</main>
  </div>
);
