// The types of every style sheet: TypeScript then accepts its import without a declaration of the host.
// oxlint-disable-next-line unicorn/require-module-specifiers -- a style sheet exports nothing
export {};
