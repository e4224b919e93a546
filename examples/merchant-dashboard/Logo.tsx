export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" />
      <path d="M6.5 10.5h8.5v3.75a4.25 4.25 0 0 1-8.5 0ZM15 11.5h1.25a1.75 1.75 0 0 1 0 3.5H15M9 5.5v2.25M12.5 5.5v2.25" />
    </svg>
  );
}
