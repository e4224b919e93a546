import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  API,
  type Checker,
  type NodeHandle,
  SignatureKind,
  type Symbol as TypeSymbol,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync';

export interface Member {
  name: string;
  isOptional: boolean;
  /** As the source writes it, of an optional one without `| undefined`; undefined where the source leaves it to the compiler. */
  type: string | undefined;
  /** What its comment says. */
  comment: string;
}

export interface PublicTypes {
  /** What one can import that is no type. */
  values: string[];
  commentOf: (name: string) => string;
  /** The members of a type that the package itself declares, not those of React's elements. */
  membersOf: (type: string) => Member[];
  optionsOf: (hook: string) => Member[];
  resultOf: (hook: string) => Member[];
  close: () => void;
}

/** The types of some entries as the compiler knows them; a member of a namespace is `Namespace.Member`. */
export function readPublicTypes(root: string, ...entries: string[]): PublicTypes {
  const folder = join(root, 'node_modules/.cache/docs-types');
  const tsconfig = join(folder, 'tsconfig.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    tsconfig,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      files: entries.map((entry) => join(root, entry)),
      include: [],
    }),
  );

  const api = new API({ cwd: root });
  const { checker, program } = api.updateSnapshot({ openProjects: [tsconfig] }).getProject(tsconfig)!;
  const exportsOf = (module: TypeSymbol): [string, TypeSymbol][] =>
    checker.getExportsOfModule(module).flatMap((symbol): [string, TypeSymbol][] => {
      const meant = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      return meant.flags & SymbolFlags.ValueModule
        ? exportsOf(meant).map(([name, member]) => [`${symbol.name}.${name}`, member])
        : [[symbol.name, meant]];
    });
  const symbols = new Map(
    entries.flatMap((entry) =>
      exportsOf(checker.getSymbolAtLocation(program.getSourceFile(join(root, entry))!)!),
    ),
  );
  const symbolOf = (name: string) => {
    const symbol = symbols.get(name);
    if (!symbol) throw new Error(`${entries.join()} does not export ${name}`);
    return symbol;
  };
  const signatureOf = (hook: string) =>
    checker.getSignaturesOfType(checker.getTypeOfSymbol(symbolOf(hook))!, SignatureKind.Call)[0]!;
  const members = (type: Type | undefined) => (type ? ownMembers(checker, type) : []);

  return {
    values: [...symbols].filter(([, { flags }]) => flags & SymbolFlags.Value).map(([name]) => name),
    commentOf: (name) => commentOf(checker, symbolOf(name)),
    membersOf: (name) => members(checker.getDeclaredTypeOfSymbol(symbolOf(name))),
    optionsOf: (hook) => {
      const parameter = signatureOf(hook).getParameters()[0];
      return parameter ? members(checker.getTypeOfSymbol(parameter)) : [];
    },
    resultOf: (hook) => members(checker.getReturnTypeOfSignature(signatureOf(hook))),
    close: () => api.close(),
  };
}

/** Of a union every member that one of its types has. */
function ownMembers(checker: Checker, type: Type): Member[] {
  const types = type.isUnionType() ? (type.getTypes() ?? []) : [type];
  const found = new Map<string, Member>();
  for (const symbol of types.flatMap((each) => checker.getPropertiesOfType(each)).filter(isOurs)) {
    const member = memberOf(checker, symbol);
    const before = found.get(symbol.name);
    found.set(symbol.name, before && before.type !== member.type ? { ...before, type: undefined } : member);
  }
  return [...found.values()];
}

// A member of a mapped type, such as a client's calls, has no declaration.
const isOurs = ({ declarations }: TypeSymbol) =>
  declarations.length === 0 ||
  declarations.some(({ path }: NodeHandle) => /\/src\/(?!.*\/node_modules\/)/.test(path));

function memberOf(checker: Checker, symbol: TypeSymbol): Member {
  const declaration = symbol.declarations[0]?.resolve() as
    { type?: { getText: () => string }; getText: () => string } | undefined;
  const text = declaration
    ? declaration.type?.getText()
    : checker.typeToString(checker.getTypeOfSymbol(symbol)!);
  const type = text?.replaceAll(/\s+/g, ' ').replaceAll(/(\?: [\w<>]+) \| undefined/g, '$1');
  const parameters = /^\w+(?:<[^(]*>)?(\(.*\)): /s.exec(declaration?.getText() ?? '')?.[1];
  const isOptional = Boolean(symbol.flags & SymbolFlags.Optional);
  const written = isOptional ? type?.replace(/ \| undefined$/, '') : type;
  return {
    name: symbol.name,
    isOptional,
    type: written && withoutFrame(parameters ? `${parameters} => ${written}` : written),
    comment: commentOf(checker, symbol),
  };
}

/** `((value: string) => void)` as `(value: string) => void`. */
const withoutFrame = (type: string) => type.replace(/^\| /, '').replace(/^\((\(.*\) => .*)\)$/, '$1');

const commentOf = (checker: Checker, symbol: TypeSymbol) =>
  checker.getDocumentationCommentOfSymbol(symbol).replaceAll(/\s+/g, ' ').trim();
