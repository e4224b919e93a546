import { parseSync, Visitor } from 'vite';

/**
 * Parses a source file: the specifiers that it imports (types too), its texts, the types that it re-exports by name,
 * and whether it only re-exports.
 *
 * @param {string} path
 * @param {string} source
 */
export function readModule(path, source) {
  /** @type {string[]} */
  const imports = [];
  /** @type {string[]} */
  const texts = [];
  /** @type {string[]} */
  const exportedTypes = [];
  if (path.endsWith('.css')) {
    for (const [, specifier] of source.matchAll(/@import\s+(?:url\()?['"]([^'"]+)/g)) {
      if (specifier) imports.push(specifier);
    }
    return { imports, texts, exportedTypes, isBarrel: false };
  }

  const { program } = parseSync(path, source);
  const add = (/** @type {{ source: { value: string } | null }} */ node) => {
    if (node.source) imports.push(node.source.value);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportAllDeclaration: add,
    ExportNamedDeclaration: (node) => {
      add(node);
      for (const { exported, exportKind } of node.specifiers) {
        if (node.exportKind !== 'type' && exportKind !== 'type') continue;
        exportedTypes.push(exported.type === 'Literal' ? exported.value : exported.name);
      }
    },
    TSImportType: add,
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        imports.push(node.source.value);
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.raw);
    },
  }).visit(program);

  const isBarrel =
    program.body.some((statement) => statement.type.startsWith('Export')) &&
    program.body.every(
      (statement) =>
        statement.type === 'ImportDeclaration' ||
        statement.type === 'ExportAllDeclaration' ||
        (statement.type === 'ExportNamedDeclaration' && !statement.declaration) ||
        (statement.type === 'ExpressionStatement' && Boolean(statement.directive)),
    );
  return { imports, texts, exportedTypes, isBarrel };
}
